import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { callConfirmedForFile } from '../confirm-identity/confirm-identity.ts'
import { queryOf } from '../api/query-of.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { ListUnreadable } from '../ui/list-note.tsx'
import { Page } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { CorrectionPanel } from './correction-panel.tsx'
import { DataFacts, DataSection } from './data-section.tsx'
import classes from './my-data.module.css'

type Format = 'json' | 'csv'

/** The signed-in user's stored data, its download, and correction requests (decision 42). */
export default function MyData() {
  const { data, error, refetch } = useQuery(queryOf('myDataGet'))
  useEndedSession(error)
  const download = useRecordAction({
    write: async (format: Format) => {
      const { content, name } = await callConfirmedForFile(
        'Baixar um arquivo com todos os seus dados',
        'myDataFile',
        { body: { format } },
      )
      saveFile(content, name)
      return name
    },
    done: (name) => `Arquivo baixado: ${name}`,
  })
  const shown = data?.sections.filter(({ key }) => key !== 'requests') ?? []
  const [account, ...others] = shown
  const nonEmpty = others.filter(({ total }) => total > 0)
  const empty = others.filter(({ total }) => total === 0)
  return (
    <Page
      width="wide"
      title="Meus dados"
      lead="O que a Gestão de Acesso guarda sobre você, por quê e por quanto tempo. O arquivo traz tudo; para baixar, confirme sua identidade."
      actions={
        <>
          <DownloadButton onPress={() => download.start('csv')}>Baixar CSV</DownloadButton>
          <DownloadButton onPress={() => download.start('json')}>Baixar JSON</DownloadButton>
        </>
      }
    >
      <div className={classes['parts']} aria-busy={!data && !error}>
        {error ? (
          <ListUnreadable onRetry={() => void refetch()} />
        ) : account && data ? (
          <>
            <DataFacts section={account} />
            <CorrectionPanel requests={data.requests} onAsked={() => void refetch()} />
            {nonEmpty.map((section) => (
              <DataSection key={section.key} section={section} />
            ))}
            {empty.length > 0 && (
              <p className={classes['empty']}>
                {`Sem registros: ${empty.map(({ title }) => title).join(', ')}.`}
              </p>
            )}
          </>
        ) : (
          <>
            <Skeleton height={180} radius={12} />
            <Skeleton height={140} radius={12} />
            <Skeleton height={240} radius={12} />
          </>
        )}
      </div>
    </Page>
  )
}

function DownloadButton({ onPress, children }: { onPress: () => void; children: string }) {
  const icon = <IconDownload size={16} stroke={1.8} aria-hidden="true" />
  return (
    <Button variant="default" leftSection={icon} onClick={onPress}>
      {children}
    </Button>
  )
}
