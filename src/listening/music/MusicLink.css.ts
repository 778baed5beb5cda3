import { style } from '@vanilla-extract/css'

/** Looks like the text around it; underlined when it is pointed at or focused. */
export const link = style({
  color: 'inherit',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: { '&:hover, &:focus-visible': { textDecoration: 'underline' } },
})
