import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Token of the link 'Não fui eu': kind of notice, user, time, and a MAC. Valid for 7 days, used once (decision 97). */
export const reportToken = z
  .string()
  .max(200)
  .regex(/^[a-z-]{1,40}\.\d{1,10}\.[0-9a-z]{1,11}\.[\w-]{22}\.[\w-]{43}$/)

/** Report that a security notice was not caused by its recipient (decision 97). */
export const accountReports = {
  accountReport: endpoint({
    method: 'POST',
    path: '/account-report',
    summary:
      'Reports with the link of a security notice that the user did not do this: ends sessions and unfinished sign-ins, cancels pending recoveries and a change of the e-mail, notifies the master users of the companies, and freezes recovery. A link that was used before changes nothing; the response is the same.',
    access: 'public',
    audit: {
      event: 'account.reported',
      title: 'Aviso "Não fui eu"',
      past: 'Acesso avisado como não reconhecido',
    },
    body: z.strictObject({ token: reportToken }),
    success: z.object({}),
    problems: ['report-link-expired'],
  }),
}
