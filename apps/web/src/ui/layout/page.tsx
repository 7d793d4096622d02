import { createContext, type ReactNode, useContext } from 'react';
import css from './page.module.css';

interface PageProps {
  readonly title: ReactNode;
  /** Breadcrumb above the title. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  readonly actions?: ReactNode;
  /** One column, for text and forms. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

const InPage = createContext(false);

/** Whether an ancestor already renders the page's h1. */
export function useIsInPage(): boolean {
  return useContext(InPage);
}

/** Page layout with the h1. */
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

/** A titled block of a settings or list page. */
export function Panel({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className={css['panel']}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </section>
  );
}
