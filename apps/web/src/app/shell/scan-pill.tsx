import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { scanShare, scansSentence } from '#entities/scan/scan-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import css from './scan-pill.module.css';

/** Says what is being scanned while something is, on every page. */
export function ScanPill() {
  const { data: scans = [] } = useQuery(activeScansQuery());
  const seesTasks = useMay('TasksRead');
  const [first] = scans;
  if (first === undefined) return null;
  const words = scansSentence(scans);
  const content = (
    <>
      <span className={css['words']}>{words}</span>
      <ProgressBar share={scans.length === 1 ? scanShare(first) : undefined} label="Scan" />
    </>
  );
  return seesTasks ? (
    <Link to="/admin/tasks" className={css['pill']}>
      {content}
    </Link>
  ) : (
    <div className={css['pill']}>{content}</div>
  );
}
