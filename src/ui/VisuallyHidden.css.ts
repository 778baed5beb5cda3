import { style } from '@vanilla-extract/css'
import { visuallyHiddenRules } from './visually-hidden-rules.ts'

export const visuallyHidden = style(visuallyHiddenRules)
