import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import motion from '../ui/motion.module.css'
import pageClasses from '../ui/page.module.css'
import { Picture } from '../ui/picture.tsx'
import { RecordActs, type RecordActList } from './record-acts.tsx'
import classes from './record-page.module.css'
import { RecordTabs, type RecordTabList } from './record-tabs.tsx'
import { useFromRecord } from './use-from-record.ts'

interface RecordPageProps {
  /** Heading of the screen, as specified. */
  title: string
  /** Name of the record; undefined while it loads. */
  name: string | undefined
  /** Logo of the record. Without one its initials are shown. */
  logo?: string | null | undefined
  /** Status of the record: a `StatusMark`. */
  status?: ReactNode
  /** One line below the name, such as an e-mail or a CNPJ. */
  detail?: ReactNode
  /** What a user must know before everything else, such as a block: a `RecordNotice`. */
  notice?: ReactNode
  /** Absent while it is not known whether there are any. */
  acts?: RecordActList
  /** Empty for a record of one part. */
  tabs: RecordTabList
  /** Shape of the content, shown while the record loads. */
  skeleton: ReactNode
  /** Content of the current tab. */
  children: ReactNode
}

/**
 * Length of a name, which decides its font size: the head has the same height for every name, so that nothing moves when
 * the record arrives.
 */
const lengthOf = (name = '') =>
  name.length <= 24 ? 'short' : name.length <= 60 ? 'medium' : 'long'

/** Page of one record: its name, status and actions, the tabs, and the content of the current tab (decision 70). */
export function RecordPage(props: RecordPageProps) {
  const { title, name, logo, status, detail, notice, acts, tabs, skeleton, children } = props
  const loading = name === undefined
  const editing = useFromRecord()
  return (
    <section
      className={pageClasses['broad']}
      aria-labelledby="titulo nome-do-registro"
      aria-busy={loading}
    >
      <header className={classes['head']}>
        <div className={classes['identity']}>
          {loading ? (
            <Skeleton className={classes['pictureSkeleton'] ?? ''} />
          ) : (
            <Picture key={logo} name={name} source={logo ?? null} size="large" />
          )}
          <div className={classes['words']}>
            <h1 id="titulo">{title}</h1>
            <div className={classes['nameLine']}>
              <p
                id="nome-do-registro"
                className={classes['name']}
                data-length={lengthOf(name)}
                title={name}
              >
                {name ?? <Skeleton component="span" width="12rem" height="1.5rem" />}
              </p>
              {status && <span className={classes['status']}>{status}</span>}
            </div>
            <p
              className={classes['detail']}
              title={typeof detail === 'string' ? detail : undefined}
            >
              {loading ? <Skeleton component="span" width="9rem" height="0.875rem" /> : detail}
            </p>
          </div>
        </div>
        {/* Space is not kept for acts that do not exist. */}
        {(acts === undefined ? loading : acts.some(Boolean)) && (
          <div className={classes['acts']}>
            {loading ? (
              <>
                <Skeleton width={96} height={36} />
                <Skeleton width={96} height={36} />
              </>
            ) : (
              <RecordActs acts={acts ?? []} />
            )}
          </div>
        )}
      </header>
      {notice}
      {tabs.length > 0 && <RecordTabs tabs={tabs} />}
      {loading ? (
        <div className={classes['loading']}>{skeleton}</div>
      ) : (
        <div className={editing ? motion['appear'] : undefined}>{children}</div>
      )}
    </section>
  )
}
