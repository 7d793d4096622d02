import '#ui/style/base.css';
import { loadWords } from '#lib/words.ts';

await loadWords('en');
await import('./start.tsx');
