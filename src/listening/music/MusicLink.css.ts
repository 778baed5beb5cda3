import { style } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/**
 * Looks like the text around it; underlined when it is pointed at or focused. At least 24 px high,
 * since lists have the links of a row below each other.
 */
export const link = style({
  display: 'inline-block',
  paddingBlock: tokens.space.xs,
  ...plainLink,
  overflowWrap: 'anywhere',
  selectors: { '&:hover, &:focus-visible': { textDecoration: 'underline' } },
})
