import { createLink } from '@tanstack/react-router'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Leads to a screen, and looks like a button. */
export const ScreenButton = createLink(LinkButton)
