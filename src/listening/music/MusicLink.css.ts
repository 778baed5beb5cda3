import { style } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** Looks like its text; underlined when focused or pointed at. At least 24 px high. */
export const link = style({
  display: 'inline-block',
  paddingBlock: tokens.space.xs,
  ...plainLink,
  overflowWrap: 'anywhere',
  selectors: { '&:hover, &:focus-visible': { textDecoration: 'underline' } },
})
