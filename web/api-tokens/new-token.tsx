import { TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { apiTokens } from '../../contract/api-tokens.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { shownInstant } from '../../contract/shown.ts'
import { storage } from '../storage.ts'
import { confirmAction } from '../ui/confirm-action.ts'
import { CopyTool } from '../ui/copy-tool.tsx'
import classes from './token-management.module.css'

/** A token that was just made: it is shown this once, and asks to be copied before the screen is left (rulings §6). */
export function NewToken({ made }: { made: SuccessOf<typeof apiTokens.apiTokenCreate> }) {
  const { token, expiration_date } = made
  const [copied, setCopied] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  useBlocker({
    disabled: copied,
    enableBeforeUnload: !copied,
    shouldBlockFn: async () => {
      // A person who is no longer signed in can't stay.
      if (storage.get('token') === null) return false
      return !(await confirmAction(leaveQuestion))
    },
  })
  return (
    <section className={classes['made']} aria-labelledby="novo-token">
      <h2 id="novo-token" ref={title} tabIndex={-1}>
        Copie o token agora: ele não será mostrado de novo
      </h2>
      <TextInput
        label="Novo token"
        className={classes['token'] ?? ''}
        description={
          expiration_date === null
            ? 'Sem data de fim: vale até ser revogado.'
            : `Vale até ${shownInstant(expiration_date)}.`
        }
        value={token}
        readOnly
        autoComplete="off"
        spellCheck={false}
        data-allow-clipboard
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={() => setCopied(true)}
        rightSectionWidth={40}
        rightSection={
          <CopyTool
            text={token}
            label="Copiar token"
            copiedLabel="Token copiado"
            onCopied={() => setCopied(true)}
          />
        }
      />
      <p>
        Um programa o envia no cabeçalho <code>Authorization: Bearer</code> de cada chamada.
        Guarde-o como uma senha.
      </p>
    </section>
  )
}

const leaveQuestion = {
  text: 'O token ainda não foi copiado. Deseja sair mesmo assim?',
  consequence: 'Ele não será mostrado de novo. Para ter outro, será preciso gerar um novo.',
  danger: true,
}
