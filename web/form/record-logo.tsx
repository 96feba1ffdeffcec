import { Button, FileButton } from '@mantine/core'
import { useId, useState } from 'react'
import { logoMaxBytes, logoTypes } from '../../contract/logos.ts'
import type { ApiProblem } from '../api/api-problem.ts'
import { Picture } from '../ui/picture.tsx'
import { dangerOutlined } from '../ui/danger.ts'
import { panel } from '../ui/panel.ts'
import classes from './record-logo.module.css'
import { useRecordAction } from './use-record-action.ts'

interface RecordLogoProps {
  title: string
  record: { name: string; logo: string | null }
  /** If true, as wide as the cards of the record; otherwise as wide as a form. */
  broad: boolean
  /** Asked before the logo is removed. */
  question: { text: string; about: string; consequence: string }
  /** Saves the image, given in Base64. */
  save: (content: string) => Promise<{ logo: string }>
  remove: () => Promise<unknown>
  /** Called with the address of the new logo; null if it was removed. */
  onChanged: (logo: string | null) => void
}

/**
 * Section of a record for its logo, which the access page shows beside its name. The logo is saved as soon as it is
 * selected, without 'Salvar'.
 */
export function RecordLogo(props: RecordLogoProps) {
  const { name, logo } = props.record
  const titleId = useId()
  const { refusal, choose, saving, remove, removing } = useLogoWrites(props)
  return (
    <section
      className={`${panel} ${classes['logo']}`}
      aria-labelledby={titleId}
      data-broad={props.broad || undefined}
    >
      <Picture key={logo} name={name} source={logo} size="large" />
      <div className={classes['text']}>
        <h2 id={titleId}>{props.title}</h2>
        <p>PNG, JPEG ou WebP de até 256 KB. A imagem é salva assim que é escolhida.</p>
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      </div>
      <div className={classes['buttons']}>
        <FileButton accept={logoTypes.join(',')} onChange={choose} inputProps={{ tabIndex: -1 }}>
          {(button) => (
            <Button {...button} variant="default" loading={saving}>
              {logo === null ? 'Escolher imagem' : 'Trocar imagem'}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" className={dangerOutlined} loading={removing} onClick={remove}>
            Remover imagem
          </Button>
        )}
      </div>
    </section>
  )
}

type LogoWrites = Pick<RecordLogoProps, 'question' | 'save' | 'remove' | 'onChanged'>

/** Saves and removes the logo, and keeps the sentence of the last refusal. */
function useLogoWrites({ question, save, remove, onChanged }: LogoWrites) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const showProblem = ({ fields, httpMessage }: ApiProblem) =>
    setRefusal(fields['content'] ?? httpMessage)
  const saving = useRecordAction({
    write: async (file: File) => save(await base64Of(file)),
    done: 'Imagem atualizada.',
    onDone: (saved) => onChanged(saved.logo),
    showProblem,
  })
  const removing = useRecordAction({
    question: { ...question, danger: true },
    write: remove,
    done: 'Imagem removida.',
    onDone: () => onChanged(null),
    showProblem,
  })
  return {
    refusal,
    choose: (file: File | null) => {
      if (!file) return
      const wrong = wrongWith(file)
      setRefusal(wrong)
      if (wrong === null) saving.start(file)
    },
    remove: () => {
      setRefusal(null)
      removing.start()
    },
    saving: saving.busy,
    removing: removing.busy,
  }
}

function wrongWith({ size, type }: File): string | null {
  if (!logoTypes.some((allowed) => allowed === type)) return 'Escolha uma imagem PNG, JPEG ou WebP.'
  return size > logoMaxBytes ? 'A imagem deve ter no máximo 256 KB.' : null
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
