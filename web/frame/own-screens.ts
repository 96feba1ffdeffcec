import {
  IconDevices,
  IconHistory,
  IconEraser,
  IconId,
  IconMailOpened,
  IconMailX,
  IconMessageQuestion,
  IconNetwork,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import {
  toAuditList,
  toCompanyInvitations,
  toDataRequestList,
  toErasureList,
  toMessageList,
  toMyData,
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
  { label: 'Meus dados', icon: IconUserShield, place: toMyData() },
  { label: 'Convites de empresas', icon: IconMailOpened, place: toCompanyInvitations() },
  { label: 'Auditoria', icon: IconHistory, place: toAuditList() },
  { label: 'Mensagens não entregues', icon: IconMailX, place: toMessageList() },
  { label: 'Redes com espera', icon: IconNetwork, place: toNetworkList() },
  { label: 'Pedidos de titulares', icon: IconMessageQuestion, place: toDataRequestList() },
  { label: 'Dados a apagar', icon: IconEraser, place: toErasureList() },
]

/** What the user box, the palette and `/status` lead to, beside the side menu: those that the person may open. */
export function useOwnScreens(): OwnScreen[] {
  const granted = useGrantedPaths()
  return ownScreens.filter(({ place: { to } }) => !isScreenPath(to) || granted.has(to))
}
