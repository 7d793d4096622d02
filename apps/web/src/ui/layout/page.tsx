import { createContext, type ReactNode, useContext } from 'react';
import css from './page.module.css';

interface PageProps {
  readonly title: ReactNode;
  /** A line over the title: where this page belongs. */
  readonly above?: ReactNode;
  /** A line under the title. */
  readonly below?: ReactNode;
  readonly actions?: ReactNode;
  /** Text and forms read best in a column. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

const InPage = createContext(false);

/** Whether what is drawn here has the first heading of a page over it already. */
export function useIsInPage(): boolean {
  return useContext(InPage);
}

/** A page of the application below its one first heading. */
export function Page({ title, above, below, actions, narrow = false, children }: PageProps) {
  return (
    <div className={narrow ? css['narrow'] : css['page']}>
      <header className={css['header']}>
        <div className={css['names']}>
          {above !== undefined && <p className={css['above']}>{above}</p>}
          <h1>{title}</h1>
          {below !== undefined && <p className={css['below']}>{below}</p>}
        </div>
        {actions !== undefined && <div className={css['actions']}>{actions}</div>}
      </header>
      <InPage value={true}>{children}</InPage>
    </div>
  );
}

/** A titled block on a page of settings or lists. */
export function Panel({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className={css['panel']}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}
