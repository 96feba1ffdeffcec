import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { moduleProtocols } from '../../contract/module-url.ts'
import type { Module } from '../../contract/modules.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { Termo } from '../links/termo.tsx'
import { ExactText } from '../ui/exact-text.tsx'
import classes from './module-fields.module.css'
import { addressOf, type ModuleValues } from './module-values.ts'

interface ModuleFieldsProps {
  form: RecordForm<Module, ModuleValues>
  /** Further fields of the update form. */
  children?: ReactNode
}

/** Form fields shared by creating and updating a module (console.md §2). */
export function ModuleFields({ form, children }: ModuleFieldsProps) {
  return (
    <>
      <TextInput {...form.text('name')} />
      <div className={classes['address']} data-wide>
        <NativeSelect data={[...moduleProtocols]} {...form.text('protocol')} />
        <ExactText
          inputMode="url"
          {...form.text('url')}
          onBlur={() => form.set(addressOf(form.values))}
        />
      </div>
      <Checkbox
        description={
          <>
            Quem entra no módulo por uma empresa com mais de um <Termo of="spid">SPID</Termo>{' '}
            escolhe com qual.
          </>
        }
        {...form.check('is_enable_spid')}
      />
      {children}
    </>
  )
}
