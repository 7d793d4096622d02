import { endpoint } from '../endpoint.ts';
import { SchedulePreview, ScheduleRequest } from '../models/schedule.ts';

export const schedules = {
  previewSchedule: endpoint({
    tag: 'Scanning',
    summary: 'When a schedule would start scans next; nothing is stored',
    permission: ['LibrariesWrite'],
    body: ScheduleRequest,
    answer: 'json',
    response: SchedulePreview,
  }),
} as const;
