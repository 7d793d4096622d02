import { serve } from './cli/serve.ts';
await serve(process.argv.slice(2));
