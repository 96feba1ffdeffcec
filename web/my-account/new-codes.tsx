import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useLeaveQuestion } from '../form/leave-question.ts'
import { notify } from '../ui/notify.ts'
import classes from './new-codes.module.css'

interface NewCodesProps {
  codes: readonly string[]
  /** Called when the user confirms having stored them. */
  onKept: () => void
}

/** New recovery codes, with buttons to copy and print them. They are shown only once. */
export function NewCodes({ codes, onKept }: NewCodesProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useLeaveQuestion(unkeptQuestion)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      notify.success('Copiado para a área de transferência')
    } catch (error) {
      // The browser may deny clipboard access; the codes are still readable.
      console.warn(error)
      notify.error('Não foi possível copiar.')
    }
  }
  return (
    <div className={classes['new']}>
      <h3 ref={title} tabIndex={-1}>
        Guarde os códigos agora: eles não serão mostrados de novo
      </h3>
      <ol className={classes['codes']} data-allow-clipboard>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes['buttons']}>
        <Button
          variant="default"
          data-allow-clipboard
          leftSection={<IconCopy size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copiar
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => print()}
        >
          Imprimir
        </Button>
        <Button onClick={onKept}>Guardei os códigos</Button>
      </div>
    </div>
  )
}

/** Asked before the user leaves the screen without 'Guardei os códigos'. */
const unkeptQuestion = {
  text: 'Você ainda não confirmou que guardou os códigos de recuperação. Deseja sair mesmo assim?',
  consequence: 'Eles não serão mostrados de novo. Para ter outros, será preciso gerar novos.',
  danger: true,
}
