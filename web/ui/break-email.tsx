import { Fragment, type ReactNode } from 'react'
import { changeText } from './change-text.tsx'

/**
 * Lets an e-mail wrap after '@' or a dot, and inside a word only if the word alone is too long. Uses `<wbr>`, so that a
 * copied e-mail contains no extra characters.
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
