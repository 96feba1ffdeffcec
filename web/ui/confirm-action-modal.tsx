import { Button } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { ChangeList } from './change-list.tsx'
import { openQuestion, type OpenQuestion } from './confirm-action.ts'
import classes from './confirm-action.module.css'
import { dangerFilled } from './danger.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { Dialog } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/**
 * Shows the question of `confirmAction`. Mounted once, in the frame. On sign-out the question is answered with 'Não',
 * so that the next user does not see it.
 */
export function ConfirmActionModal({ signedIn }: { signedIn: boolean }) {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get)
  useEffect(() => {
    if (!signedIn) question?.answer(false)
  }, [signedIn, question])
  return question && <QuestionModal question={question} />
}

/**
 * 'Sim' comes before 'Não'. The initial focus is on 'Sim' only for a save, because the user has just pressed 'Salvar'.
 */
function QuestionModal({ question }: { question: OpenQuestion }) {
  const { text, about, consequence, changes = [], danger = false, answer } = question
  const saves = changes.length > 0
  useReturnFocus()
  return (
    <Dialog opened onClose={() => answer(false)} title={text} size={saves ? 'md' : 'sm'}>
      {about !== undefined && <p className={classes['about']}>{about}</p>}
      {consequence !== undefined && <p className={classes['consequence']}>{consequence}</p>}
      {saves && (
        <div className={classes['changes']}>
          <ChangeList changes={changes} />
        </div>
      )}
      <DecisionButtons answers danger={danger} cancelFirst={!saves} onCancel={() => answer(false)}>
        <Button
          className={danger ? dangerFilled : ''}
          onClick={() => answer(true)}
          data-autofocus={saves || undefined}
        >
          Sim
        </Button>
      </DecisionButtons>
    </Dialog>
  )
}
