import { z } from 'zod'
import { assignmentDaysMax } from './assignment-periods.ts'
import { listGrants, grantsOfScreens } from './choices.ts'
import { commonModuleSentence, isGrantable } from './common-module.ts'
import { consoleModuleId } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, status, version } from './fields.ts'
import { idInQuery, listQuery, creatorInQuery, pageOf, statusFilter } from './list.ts'
import { latestUse } from './last-use.ts'
import { formatInstant } from './shown.ts'
import { createdColumn, nameColumn, tableOf, updatedColumn } from './table.ts'
import { typedText } from './typed-text.ts'
import { heldPeriod } from './user-profiles.ts'

const required = 'Preencha todos os campos!'

/**
 * Maximum length of a name. The specification has no maximum for profiles; 200 is that of companies and actions
 * (console.md §9).
 */
export const profileNameMax = 200

const shared = {
  name: typedText({ max: profileNameMax, required }),
  module_id: z.int(required).min(1, required).max(2_147_483_647, 'Módulo não encontrado.'),
  profile_type_id: z.literal(1, 'O tipo do perfil é sempre 1.').default(1),
  /** Creator of the profile: a company, or 0 for administrators. Defaults to the caller's company (console.md §6). */
  accredit_id: z.int().min(0).max(2_147_483_647).optional(),
  accredited_enable: z.boolean().default(false),
  master_profile: z.boolean().default(false),
  /** Maximum number of days of a new period of an assignment. If absent, it does not change. */
  assignment_days_max: assignmentDaysMax,
}

/** Refuses master profiles of other modules, because only this console has master users (rulings §1). */
function masterOfConsole<S extends z.ZodType<{ module_id: number; master_profile: boolean }>>(
  body: S,
) {
  return body.refine(
    ({ module_id, master_profile }) => !master_profile || module_id === consoleModuleId,
    {
      path: ['master_profile'],
      error: 'Só perfis da Gestão de Acesso podem ser perfil master.',
      // Check this even if other fields are invalid, so that all errors are reported together.
      when: ({ value }) => value instanceof Object,
    },
  )
}

const moduleOfService = z.object({
  id,
  name: z.string(),
  Service: z.object({ id, name: z.string() }),
})

const profile = z.object({
  id,
  name: z.string(),
  module_id: id,
  module: moduleOfService,
  status,
  accredited_enable: z.boolean(),
  master_profile: z.boolean(),
  /** Whether holders of the profile are master users. Only master profiles of this console have them. */
  isMasterUser: z.boolean(),
  accredit_id: z.int().min(0),
  profile_type_id: z.literal(1),
  /** Maximum number of days of a new period of an assignment; null for none. */
  assignment_days_max: z.int().nullable(),
  /** Company that created the profile; null if an administrator did. */
  company: z.object({ id, name: z.string() }).nullable(),
  created_at: instant,
  updated_at: instant,
  version,
})

export type Profile = z.output<typeof profile>

const choices = z.object({
  profile: z.object({ id, name: z.string(), status }),
  module: moduleOfService,
  functions: z.array(
    z.object({
      id,
      name: z.string(),
      url: z.string(),
      active: z.boolean(),
      actions: z.array(
        z.object({ id, name: z.string(), path: z.string().nullable(), active: z.boolean() }),
      ),
    }),
  ),
})

export type ProfileChoices = z.output<typeof choices>

/** Creator of profiles: a company, or 0 for administrators. */
const maker = z.object({ id: z.int().min(0), name: z.string() })

/** User with a profile, and the companies and SPIDs for which the user has it. */
const profileHolder = z.object({
  id,
  name: z.string(),
  email: z.string(),
  suspended: z.boolean(),
  /** Assignments in order of company and SPID; `spid` is null for all SPIDs of the company. */
  assignments: z.array(
    z.object({
      company: z.object({ id, name: z.string() }),
      spid: z.string().nullable(),
      ...heldPeriod,
      /** Whether the end has passed, so that it grants nothing. */
      ended: z.boolean(),
      /** As in `userProfileGet`. */
      last_used_at: instant.nullable(),
    }),
  ),
})

/** Endpoints of profiles, named sets of functions and actions of one module (console.md §2, §5, §6, §7). */
export const profiles = {
  profileList: endpoint({
    method: 'GET',
    path: '/profile',
    summary:
      'The profiles that the caller may see, optionally of one service; `status=1` returns only active ones.',
    access: listGrants('/profile-list', 'profile'),
    audit: 'none',
    query: listQuery(
      [
        'name',
        'service',
        'module',
        'company',
        'accredited_enable',
        'created_at',
        'updated_at',
        'status',
      ],
      {
        filters: {
          service_id: idInQuery.optional(),
          module_id: idInQuery.optional(),
          accredit_id: creatorInQuery.optional(),
          ...statusFilter,
        },
      },
    ),
    success: pageOf(profile),
    table: tableOf('Perfis', profile, [
      nameColumn,
      { header: 'Serviço', text: (row) => row.module.Service.name },
      { header: 'Módulo', text: (row) => row.module.name },
      { header: 'Criado por', text: (row) => row.company?.name ?? 'Administrador' },
      {
        header: 'Exibido Para',
        text: (row) => (row.accredited_enable ? 'Operadora' : 'Admin'),
        everyCompanyOnly: true,
      },
      createdColumn,
      updatedColumn,
      { header: 'Status', text: (row) => (row.status === 1 ? 'Ativo' : 'Excluído') },
    ]),
    problems: [],
  }),
  profileMakerList: endpoint({
    method: 'GET',
    path: '/profile/maker',
    summary:
      'The creators of the profiles that the caller may see: companies, and 0 for administrators.',
    access: { screen: '/profile-list' },
    audit: 'none',
    query: listQuery(['name'], { filters: { id: creatorInQuery.optional() } }),
    success: pageOf(maker),
    table: tableOf('Criadores de perfis', maker, [nameColumn]),
    problems: [],
  }),
  profileGet: endpoint({
    method: 'GET',
    path: '/profile/{id}',
    summary: 'One profile.',
    access: grantsOfScreens('/profile-edit', '/profile-edit-function'),
    audit: 'none',
    params: z.strictObject({ id: idInPath }),
    success: profile,
    problems: ['profile-not-found'],
  }),
  profileHolderList: endpoint({
    method: 'GET',
    path: '/profile/holder/{id}',
    summary:
      'The users who have a profile, without deleted ones; callers other than administrators see those of their company.',
    access: { screen: '/user-list' },
    audit: 'none',
    reads: 'standby',
    params: z.strictObject({ id: idInPath }),
    query: listQuery(['name', 'email']),
    success: pageOf(profileHolder),
    table: tableOf('Pessoas com o perfil', profileHolder, [
      nameColumn,
      { header: 'E-mail', text: (row) => row.email },
      {
        header: 'Empresas',
        text: (row) =>
          row.assignments
            .map(
              ({ company, spid, end_date, ended }) =>
                `${company.name}${spid === null ? '' : ` (SPID ${spid})`}${end_date === null ? '' : `, ${ended ? 'terminou em' : 'até'} ${formatInstant(end_date).slice(0, 10)}`}`,
            )
            .join(', '),
      },
      {
        header: 'Último uso',
        text: ({ assignments }) => {
          const latest = latestUse(assignments)
          return latest === null ? '' : formatInstant(latest)
        },
      },
    ]),
    problems: ['profile-not-found'],
  }),
  profileConsultModule: endpoint({
    method: 'GET',
    path: '/profile/consult-module/{profileId}',
    summary:
      'The module of a profile, with the functions and actions that the caller may add to the profile or that it already has.',
    access: { screen: '/profile-edit-function' },
    audit: 'none',
    params: z.strictObject({ profileId: idInPath }),
    success: choices,
    problems: ['profile-not-found'],
  }),
  profileCreate: endpoint({
    method: 'POST',
    path: '/profile',
    summary: 'Creates an active profile of a module, for the company of the token.',
    access: { screen: '/profile-create', action: 'create' },
    confirm: true,
    grantsRights: 'always',
    audit: { event: 'profile.created', title: 'Cadastro de perfil', past: 'Perfil criado' },
    body: masterOfConsole(
      z.strictObject({
        ...shared,
        module_id: shared.module_id.refine(isGrantable, commonModuleSentence),
      }),
    ),
    success: profile,
    problems: ['module-not-found', 'company-not-found', 'profile-name-in-use'],
  }),
  profileUpdate: endpoint({
    method: 'PUT',
    path: '/profile/{id}',
    summary:
      'Replaces a profile; status 0 deletes it, 1 activates it again. With `version`, fails if it was saved in between.',
    access: [
      { screen: '/profile-edit', action: 'update' },
      { screen: '/profile-edit', action: 'delete' },
      { screen: '/profile-edit', action: 'activate' },
    ],
    confirm: true,
    grantsRights: 'sometimes',
    audit: { event: 'profile.updated', title: 'Atualização de perfil', past: 'Perfil alterado' },
    params: z.strictObject({ id: idInPath }),
    body: masterOfConsole(z.strictObject({ ...shared, status, version: version.optional() })),
    success: profile,
    problems: [
      'profile-not-found',
      'module-not-found',
      'company-not-found',
      'profile-name-in-use',
      'profile-in-use',
      'profile-deleted',
      'profile-of-system',
      'profile-held',
      'profile-beyond-own',
      'seat-limit-exceeded',
      'changed-meanwhile',
    ],
  }),
}
