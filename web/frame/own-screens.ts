import {
  IconDevices,
  IconHistory,
  IconId,
  IconMailOpened,
  IconMailX,
  IconNetwork,
  type Icon,
} from '@tabler/icons-react'
import {
  toAuditList,
  toCompanyInvitations,
  toMessageList,
  toNetworkList,
  toSessions,
  toStatus,
} from '../paths.ts'
import { isScreenPath } from '../session-state/screen-path.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'

/** A screen beside the side menu. */
interface OwnScreen {
  label: string
  icon: Icon
  /** What a function of `paths.ts` gives. */
  place: { to: string; search?: object }
}

const ownScreens: readonly OwnScreen[] = [
  { label: 'Sessões ativas', icon: IconDevices, place: toSessions() },
  { label: 'Sua sessão', icon: IconId, place: toStatus() },
  { label: 'Convites de empresas', icon: IconMailOpened, place: toCompanyInvitations() },
  { label: 'Auditoria', icon: IconHistory, place: toAuditList() },
  { label: 'Mensagens não entregues', icon: IconMailX, place: toMessageList() },
  { label: 'Redes com espera', icon: IconNetwork, place: toNetworkList() },
]

/** What the user box, the palette and `/status` lead to, beside the side menu: those that the person may open. */
export function useOwnScreens(): OwnScreen[] {
  const granted = useGrantedPaths()
  return ownScreens.filter(({ place: { to } }) => !isScreenPath(to) || granted.has(to))
}
