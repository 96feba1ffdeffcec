import { Fragment, type ReactNode } from 'react'
import { changeText } from './change-text.tsx'

/**
 * An e-mail that goes on to the next line after its '@' or a point where there is no room for it, and within a word only
 * where that alone is too long. Whoever copies it gets the e-mail and nothing else.
 */
export const breakEmail = (email: ReactNode): ReactNode =>
  changeText(email, (text) =>
    text.split(/(?<=[@.])/).map((piece, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {piece}
      </Fragment>
    )),
  )
