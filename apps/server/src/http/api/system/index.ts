import { later } from '../../later.ts';

export const systemHandlers = {
  checkConnection: later(async () => (await import('./check-connection.ts')).handleCheckConnection),
  getConnectionSample: later(async () => (await import('./get-connection-sample.ts')).handleGetConnectionSample),
  getMetrics: later(async () => (await import('./get-metrics.ts')).handleGetMetrics),
  getMetricsHistory: later(async () => (await import('./get-metrics-history.ts')).handleGetMetricsHistory),
  getServerInfo: later(async () => (await import('./get-server-info.ts')).handleGetServerInfo),
  getSystemInfo: later(async () => (await import('./get-system-info.ts')).handleGetSystemInfo),
};
