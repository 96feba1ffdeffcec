import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { ImportKindName } from '../../contract/import-kinds.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import classes from './import-file.module.css'
import { saveTemplate } from './save-template.ts'
import { useUpload } from './use-upload.ts'

interface ImportFileProps {
  kind: ImportKindName
  /** Whether this section takes the focus because it replaces the focused element. */
  focused: boolean
  onUploaded: () => void
  /** Returns to the previously uploaded file; undefined if there is none. */
  onKeep: (() => void) | undefined
}

/** Accepts a file by button or drag and drop, and shows errors that concern the whole file. */
export function ImportFile({ kind, focused, onUploaded, onKeep }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const { upload, stage, refusal } = useUpload(kind, onUploaded)
  const busy = stage !== null
  useEffect(() => {
    if (focused) buttons.current?.querySelector('button')?.focus()
  }, [focused])
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !busy) upload(file)
    // Reset the input, so that selecting the same corrected file fires a change event.
    if (input.current) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      className={classes['drop']}
      data-over={over || undefined}
      aria-busy={busy}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={36} stroke={1.3} aria-hidden="true" />
      <p className={classes['hint']}>
        <span className={classes['pointer']}>Arraste o arquivo para cá ou escolha-o. </span>
        CSV (UTF-8) ou XLSX, até 10.000 linhas e 10 MB.
      </p>
      <input
        ref={input}
        className={classes['input']}
        type="file"
        accept=".csv,.xlsx"
        tabIndex={-1}
        aria-label="Arquivo"
        onChange={(event) => take(event.currentTarget.files)}
      />
      <div ref={buttons} className={classes['buttons']}>
        <BusyButton busy={busy} onPress={() => input.current?.click()}>
          Escolher arquivo
        </BusyButton>
        <Button variant="default" onClick={() => void saveTemplate(kind)}>
          Baixar modelo
        </Button>
        {onKeep && (
          <Button variant="default" onClick={onKeep}>
            Cancelar
          </Button>
        )}
      </div>
      <output className={classes['stage']} aria-label="Andamento">
        {stage}
      </output>
      {refusal !== null && (
        <p className={classes['refusal']} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
