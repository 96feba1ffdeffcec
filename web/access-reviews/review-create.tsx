import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import { useState } from 'react'
import { accessReviewDaysMax, accessReviews, reviewerNames } from '../../contract/access-reviews.ts'
import { dayAfter } from '../../contract/days.ts'
import { accessReviewNameMax } from '../../contract/limits.ts'
import { queryOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useCompanyChoices } from '../form/use-company-choices.ts'
import { useRecordForm } from '../form/use-record-form.ts'
import { maxOptions, SearchSelect, type Option } from '../list/search-select.tsx'
import { toReviewList } from '../paths.ts'
import { FormPage } from '../ui/form-page.tsx'

const repetitions = [
  { value: '', label: 'Não se repete' },
  { value: '1', label: 'Todo mês' },
  { value: '3', label: 'A cada 3 meses' },
  { value: '6', label: 'A cada 6 meses' },
  { value: '12', label: 'Todo ano' },
]
const reviewers = Object.entries(reviewerNames).map(([value, label]) => ({ value, label }))

/** Number of days that a new review lasts by default. */
const defaultDays = 30

/** Form that starts an access review (decision 105). */
export default function ReviewCreate(): ReactElement {
  const companies = useCompanyChoices()
  const [module, setModule] = useState<Option | null>(null)
  const day = today()
  const form = useRecordForm({
    list: () => toReviewList(),
    read: null,
    values: () => ({
      name: '',
      company_ids: [] as string[],
      module_ids: [] as string[],
      reviewers: 'masters',
      deadline: day === '' ? '' : dayAfter(day, defaultDays),
      repeat_months: '',
    }),
    labels: {
      name: 'Nome',
      company_ids: 'Empresas',
      module_ids: 'Módulo',
      reviewers: 'Quem decide',
      deadline: 'Prazo',
      repeat_months: 'Repetição',
    },
    choices: () => ({
      company_ids: companies.withOwn([]),
      module_ids: module ? [{ value: String(module.id), label: module.name }] : [],
      reviewers,
      repeat_months: repetitions,
    }),
    schema: accessReviews.accessReviewCreate.body,
    body: ({ company_ids, module_ids, reviewers: who, repeat_months, ...values }) => ({
      ...values,
      company_ids: company_ids.map(Number),
      module_ids: module_ids.map(Number),
      reviewers: who === 'administrators' ? ('administrators' as const) : ('masters' as const),
      ...(repeat_months !== '' && { repeat_months: Number(repeat_months) }),
    }),
    save: async (body, changes) => {
      const { id } = await callConfirmed(
        {
          describe: `Iniciar a revisão de acessos ${body.name}`,
          changes,
          consequence:
            'Quem decide é avisado por e-mail. Os perfis que ninguém confirmar até o prazo ficam suspensos.',
        },
        'accessReviewCreate',
        { body },
      )
      return { id, name: body.name }
    },
    created: ({ id, name }) => ({ ids: [id], name }),
    saved: 'Revisão iniciada com sucesso!',
    refusals: {
      failure: 'Erro ao iniciar a revisão',
      reasons: ['access-review-empty', 'company-not-found', 'module-not-found'],
    },
  })
  const { values, errors, set } = form
  return (
    <FormPage title="Nova revisão de acessos" {...form.page}>
      <TextInput required maxLength={accessReviewNameMax} {...form.text('name')} />
      <MultiSelect
        label="Empresas"
        description="Em branco: todas."
        data={companies.withOwn([])}
        value={values.company_ids}
        error={errors.company_ids}
        onChange={(company_ids) => set({ company_ids })}
        {...companies.searched}
      />
      <SearchSelect
        label="Módulo"
        placeholder="Todos os módulos"
        clearable
        error={errors.module_ids}
        value={module}
        onChoose={(chosen) => {
          setModule(chosen)
          set({ module_ids: chosen ? [String(chosen.id)] : [] })
        }}
        find={(search) => queryOf('moduleList', { query: { search, take: maxOptions } })}
        optionsIn={({ rows }) => rows}
        more={({ pagination }) =>
          pagination.totalRecords > maxOptions && 'Digite para achar outros…'
        }
      />
      <Select
        label="Quem decide"
        allowDeselect={false}
        data={reviewers}
        value={values.reviewers}
        error={errors.reviewers}
        onChange={(chosen) => set({ reviewers: chosen ?? 'masters' })}
      />
      <TextInput
        type="date"
        required
        min={day}
        {...(day !== '' && { max: dayAfter(day, accessReviewDaysMax) })}
        {...form.text('deadline')}
      />
      <Select
        label="Repetição"
        allowDeselect={false}
        data={repetitions}
        value={values.repeat_months}
        error={errors.repeat_months}
        onChange={(chosen) => set({ repeat_months: chosen ?? '' })}
      />
    </FormPage>
  )
}
