import { Button, Menu, Progress as Bar, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { exportFormats, type ExportFormat } from '../../contract/audit-log.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { prepare } from '../api/api-request.ts'
import { transmitForLongFile } from '../api/api-transmission.ts'
import { exportFailure } from '../list/export-list.ts'
import { endedSession } from '../session-state/session-end.ts'
import button from '../ui/export-button.module.css'
import { formatNumber } from '../ui/format-number.ts'
import { notify } from '../ui/notify.ts'
import { saveFile } from '../ui/save-file.ts'
import classes from './audit-list.module.css'
import { type Progress, ProgressCount } from './export-progress.ts'

/** Only JSON Lines contains all values. `holds` tells users what each format contains. */
const formats: Readonly<Record<ExportFormat, { name: string; holds: string }>> = {
  csv: { name: 'CSV, para planilhas', holds: 'O que mudou, em palavras' },
  jsonl: {
    name: 'JSON Lines, para programas',
    holds: 'Tudo o que cada evento guarda',
  },
}

/**
 * Button that exports the filtered audit log. While the export runs, it shows the progress and a button that cancels
 * it.
 */
export function ExportAuditLog({ query }: { query: Readonly<Record<string, string>> }) {
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  const exporting = useRef<HTMLButtonElement>(null)
  const givingUp = useRef<HTMLButtonElement>(null)
  const [focused, setFocused] = useState(false)
  // Cancels the export when the screen is left.
  useEffect(() => () => running.current?.abort(), [])
  // The export and cancel buttons replace each other, so the focus must follow.
  useEffect(() => {
    if (focused) exporting.current?.focus()
  }, [focused])
  const start = async (format: ExportFormat) => {
    const giveUp = new AbortController()
    running.current = giveUp
    setProgress({ rows: 0, total: 0 })
    setFocused(false)
    try {
      const name = await exported({ ...query, format }, giveUp.signal, setProgress)
      notify.success(`Exportação concluída: ${name}`)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (!giveUp.signal.aborted && !endedSession(error)) notify.error(exportFailure(error))
    } finally {
      setFocused(givingUp.current === document.activeElement)
      setProgress(undefined)
    }
  }
  if (progress)
    return (
      <Running progress={progress} button={givingUp} onGiveUp={() => running.current?.abort()} />
    )
  return (
    // Without a portal the menu stays within a landmark; without the placeholder it contains only its items.
    <Menu position="top-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton ref={exporting} className={button['button'] ?? ''}>
          <IconDownload size={15} stroke={1.8} aria-hidden="true" />
          Exportar
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void start(format)}>
            {formats[format].name}
            <span className={classes['beneath']}>{formats[format].holds}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Downloads the file and returns its name. */
async function exported(
  query: Record<string, string> & { format: ExportFormat },
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string> {
  const count = new ProgressCount(query.format)
  const { content, name } = await transmitForLongFile(prepare('auditExport', { query }), {
    signal,
    onBegin: (headers) => onProgress(count.begin(headers)),
    onBytes: (bytes) => onProgress(count.add(bytes)),
  })
  saveFile(content, name)
  return name
}

interface RunningProps {
  progress: Progress
  button: RefObject<HTMLButtonElement | null>
  onGiveUp: () => void
}

function Running({ progress: { rows, total }, button: givingUp, onGiveUp }: RunningProps) {
  const share = total === 0 ? 0 : Math.min(100, (rows / total) * 100)
  useEffect(() => givingUp.current?.focus(), [givingUp])
  return (
    <div className={classes['running']}>
      <Bar className={classes['bar'] ?? ''} value={share} aria-label="Andamento da exportação" />
      <span>
        {total === 0 ? 'Exportando…' : `Exportando ${formatNumber(rows)} de ${formatNumber(total)}`}
      </span>
      <Button
        ref={givingUp}
        size="compact-xs"
        variant="default"
        aria-label="Cancelar a exportação"
        onClick={onGiveUp}
      >
        Cancelar
      </Button>
    </div>
  )
}
