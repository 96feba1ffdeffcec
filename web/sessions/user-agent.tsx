import { ActionIcon, Badge, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { OwnSession } from '../../contract/sessions.ts'
import { readUserAgent } from '../../contract/user-agent.ts'
import classes from './sessions.module.css'

/** Browser and system of a session, with the whole `user-agent` header in a popover. */
export function UserAgent({ session: { user_agent, current } }: { session: OwnSession }) {
  const name = readUserAgent(user_agent)
  return (
    <span className={classes['agent']}>
      <span className={classes['name']}>
        {name}
        {user_agent !== '' && (
          <Popover width={320} position="bottom-start" shadow="md" withArrow>
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Identificação completa: ${name}`}
              >
                <IconInfoCircle size={15} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown className={classes['whole'] ?? ''}>{user_agent}</Popover.Dropdown>
          </Popover>
        )}
      </span>
      {current && (
        <Badge className={classes['present'] ?? ''} tt="none">
          Esta sessão
        </Badge>
      )}
    </span>
  )
}
