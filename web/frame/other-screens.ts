import {
  IconDevices,
  IconHistory,
  IconEraser,
  IconId,
  IconListCheck,
  IconKey,
  IconMailOpened,
  IconMailX,
  IconMessageQuestion,
  IconNetwork,
  IconUserCircle,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react'
import {
  toAuditList,
  toCompanyInvitations,
  toDataRequestList,
  toErasureList,
  toMessageList,
  toMyAccount,
  toMyData,
  toNetworkList,
  toReviewList,
  toRequestList,
  toSessions,
  toStatus,
} from '../paths.ts'
import { isScreenPath } from '../session-state/screen-path.ts'
import { useGrantedPaths } from '../session-state/use-granted-paths.ts'

/** A screen that is not in the menu of the specification. */
export interface OtherScreen {
  label: string
  icon: Icon
  /** Result of a function of `paths.ts`. */
  place: { to: string; search?: object }
}

const accountScreens: readonly OtherScreen[] = [
  { label: 'Minha conta', icon: IconUserCircle, place: toMyAccount() },
  { label: 'Sessões ativas', icon: IconDevices, place: toSessions() },
  { label: 'Sua sessão', icon: IconId, place: toStatus() },
  { label: 'Meus dados', icon: IconUserShield, place: toMyData() },
  { label: 'Convites de empresas', icon: IconMailOpened, place: toCompanyInvitations() },
]

const monitoringScreens: readonly OtherScreen[] = [
  { label: 'Pedidos de acesso', icon: IconKey, place: toRequestList() },
  { label: 'Auditoria', icon: IconHistory, place: toAuditList() },
  { label: 'Revisões de acesso', icon: IconListCheck, place: toReviewList() },
  { label: 'Mensagens não entregues', icon: IconMailX, place: toMessageList() },
  { label: 'Redes com espera', icon: IconNetwork, place: toNetworkList() },
  { label: 'Pedidos de titulares', icon: IconMessageQuestion, place: toDataRequestList() },
  { label: 'Dados a apagar', icon: IconEraser, place: toErasureList() },
]

/** Items of the user menu that the user may open. The palette and `/status` show them too. */
export const useAccountScreens = (): OtherScreen[] => useGranted(accountScreens)

/** Items of the group 'Acompanhamento' of the side menu that the user may open (decision 67). */
export const useMonitoringScreens = (): OtherScreen[] => useGranted(monitoringScreens)

function useGranted(screens: readonly OtherScreen[]): OtherScreen[] {
  const granted = useGrantedPaths()
  return screens.filter(({ place: { to } }) => !isScreenPath(to) || granted.has(to))
}
