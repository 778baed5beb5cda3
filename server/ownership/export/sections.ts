import { accountSections } from './account-sections.ts'
import { broadcastSections } from './broadcast-sections.ts'
import { conversationsSection } from './conversations.ts'
import { feedbackSection } from './feedback.ts'
import { listeningSections } from './listening-sections.ts'
import { memberSections } from './member-sections.ts'
import type { Section } from './section.ts'
import { serviceSections } from './service-sections.ts'
import { swapsSection } from './swaps.ts'

/**
 * Returns the sections for a member's data except listens and pictures. A domain that stores more
 * data must add it; `tables.test.ts` finds missing tables.
 */
export const listSections = (id: number): readonly Section[] => [
  ...accountSections(id),
  feedbackSection(id),
  ...listeningSections(id),
  ...serviceSections(id),
  ...broadcastSections(id),
  ...memberSections(id),
  conversationsSection(id),
  swapsSection(id),
]
