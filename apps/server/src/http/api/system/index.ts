import { handleGetMetrics } from './get-metrics.ts';
import { handleGetMetricsHistory } from './get-metrics-history.ts';
import { handleGetServerInfo } from './get-server-info.ts';
import { handleGetSystemInfo } from './get-system-info.ts';

export const systemHandlers = {
  getMetrics: handleGetMetrics,
  getMetricsHistory: handleGetMetricsHistory,
  getServerInfo: handleGetServerInfo,
  getSystemInfo: handleGetSystemInfo,
};
