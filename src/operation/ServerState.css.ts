import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** A reason or a statement: long words break, so that the screen does not scroll sideways. */
export const code = style({
  margin: '0',
  fontFamily: 'ui-monospace, monospace',
  fontSize: tokens.type.s,
  lineHeight: tokens.leading.normal,
  color: theme.text.quiet,
  overflowWrap: 'anywhere',
})
