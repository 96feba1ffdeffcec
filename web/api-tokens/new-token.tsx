import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { apiTokens } from '../../contract/api-tokens.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { formatInstant } from '../../contract/shown.ts'
import { CopyTool } from '../ui/copy-tool.tsx'
import classes from './token-management.module.css'

interface NewTokenProps {
  created: SuccessOf<typeof apiTokens.apiTokenCreate>
  onCopied: () => void
}

/** A newly created token. It is shown only once (rulings §6). */
export function NewToken({ created, onCopied }: NewTokenProps) {
  const { token, expiration_date } = created
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={classes['created']} aria-labelledby="novo-token">
      <h2 id="novo-token" ref={title} tabIndex={-1}>
        Copie o token agora: ele não será mostrado de novo
      </h2>
      <TextInput
        label="Novo token"
        className={classes['token'] ?? ''}
        description={
          expiration_date === null
            ? 'Sem data de fim: vale até ser revogado.'
            : `Vale até ${formatInstant(expiration_date)}.`
        }
        value={token}
        readOnly
        autoComplete="off"
        spellCheck={false}
        data-allow-clipboard
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={onCopied}
        rightSectionWidth={40}
        rightSection={
          <CopyTool
            text={token}
            label="Copiar token"
            copiedLabel="Token copiado"
            onCopied={onCopied}
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

/** Question before the user leaves the screen without having copied the token. */
export const uncopiedQuestion = {
  text: 'O token ainda não foi copiado. Deseja sair mesmo assim?',
  consequence: 'Ele não será mostrado de novo. Para ter outro, será preciso gerar um novo.',
  danger: true,
}
