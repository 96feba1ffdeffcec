import { Button, Group, Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { openQuestion, type OpenQuestion } from './confirm-action.ts'
import { useReturnFocus } from './use-return-focus.ts'

/** Shows the question of `confirmAction`; stands once, in the frame. */
export function ConfirmActionModal() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get)
  return question && <QuestionModal question={question} />
}

function QuestionModal({ question }: { question: OpenQuestion }) {
  useReturnFocus()
  return (
    <Modal opened onClose={() => question.answer(false)} title={question.text} size="sm">
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => question.answer(false)} data-autofocus>
          Não
        </Button>
        <Button onClick={() => question.answer(true)}>Sim</Button>
      </Group>
    </Modal>
  )
}
