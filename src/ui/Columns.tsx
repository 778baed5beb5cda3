import type { ReactNode } from 'react'
import { columns } from './Columns.css.ts'
import { classNames } from './class-names.ts'
import { listRole } from './list-role.ts'
import * as css from './Stack.css.ts'

/** A list of cards: one below the other, on a wide window in columns, row by row. */
export const Columns = ({ gap, children }: { gap: keyof typeof css.gap; children: ReactNode }) => (
  <ul className={classNames(css.stack, columns, css.gap[gap])} {...listRole}>
    {children}
  </ul>
)
