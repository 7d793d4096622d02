import { sendMail } from '#core/account/mails/send-mail.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

export const handleSendMail = (ctx: TaskContext): TaskHandler<TaskPayload<'send_mail'>> => ({
  run: async ({ sealed }) => {
    await sendMail(ctx, sealed);
    // Whether there was anybody to write to is nobody's affair.
    return {};
  },
});
