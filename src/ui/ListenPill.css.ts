import { style } from '@vanilla-extract/css'
import { displayFont } from './display-font.css.ts'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

/** A pill above the link of its card; its target is higher than it. */
export const listenPill = style([
  displayFont,
  {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.space.xs,
    minBlockSize: tokens.space.xxl,
    paddingInline: `${tokens.space.s} ${tokens.space.m}`,
    border: `${tokens.border.hair} solid transparent`,
    borderRadius: tokens.radius.pill,
    background: theme.side.b.fill,
    color: theme.side.b.on,
    fontSize: tokens.type.s,
    fontWeight: tokens.weight.bold,
    textDecoration: 'none',
    '::after': { content: '""', position: 'absolute', inset: `calc(-1 * ${tokens.space.s})` },
  },
])
