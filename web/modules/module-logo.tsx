import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { logoMaxBytes, logoTypes, type Module } from '../../contract/modules.ts'
import { problems } from '../../contract/problems.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { confirmAction } from '../ui/confirm-action.ts'
import { notify } from '../ui/notify.ts'
import { Picture } from '../ui/picture.tsx'
import classes from './module-logo.module.css'

/** The picture of a module, on the access page beside its name: kept as soon as it is chosen (issue 4). */
export function ModuleLogo({ module: { id, name, logo } }: { module: Module }) {
  const params = { id: String(id) }
  const [shown, setShown] = useState(logo)
  const [refusal, setRefusal] = useState<string | null>(null)
  const titleId = useId()
  const onError = (error: Error) => setRefusal(sentenceOf(error))
  const keep = useMutation({
    mutationFn: async (file: File) =>
      call('moduleLogoUpdate', { params, body: { content: await base64Of(file) } }),
    onSuccess: (kept) => {
      setShown(kept.logo)
      notify.success('Imagem atualizada.')
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call('moduleLogoDelete', { params }),
    onSuccess: () => {
      setShown(null)
      notify.success('Imagem removida.')
    },
    onError,
  })

  const choose = (file: File | null) => {
    if (!file) return
    const wrong = wrongWith(file)
    setRefusal(wrong)
    if (wrong === null) keep.mutate(file)
  }
  const askToRemove = async () => {
    setRefusal(null)
    if (await confirmAction('Deseja remover a imagem do módulo?')) remove.mutate()
  }

  return (
    <section className={classes['logo']} aria-labelledby={titleId}>
      <Picture key={shown} name={name} source={shown} size="large" />
      <div className={classes['text']}>
        <h2 id={titleId}>Imagem do módulo</h2>
        <p>PNG, SVG ou WebP de até 256 KB. A imagem é salva assim que é escolhida.</p>
        <p role="alert" className={classes['refusal']}>
          {refusal}
        </p>
      </div>
      <div className={classes['buttons']}>
        <FileButton accept={logoTypes.join(',')} onChange={choose} inputProps={{ tabIndex: -1 }}>
          {(button) => (
            <Button {...button} variant="default" loading={keep.isPending}>
              {shown === null ? 'Escolher imagem' : 'Trocar imagem'}
            </Button>
          )}
        </FileButton>
        {shown !== null && (
          <Button variant="default" loading={remove.isPending} onClick={() => void askToRemove()}>
            Remover imagem
          </Button>
        )}
      </div>
    </section>
  )
}

function wrongWith({ size, type }: File): string | null {
  if (!logoTypes.some((known) => known === type)) return 'Escolha uma imagem PNG, SVG ou WebP.'
  return size > logoMaxBytes ? 'A imagem deve ter no máximo 256 KB.' : null
}

function sentenceOf(error: Error): string {
  if (!(error instanceof ApiProblem)) throw error
  return (
    error.fields['content'] ?? (error.status === 0 ? problems.internal.message : error.httpMessage)
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
