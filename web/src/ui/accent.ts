import { createContext } from 'react'

/** `#rrggbb`, of the owner of the page; undefined: that of this service. Generated pictures are near to it. */
export const Accent = createContext<string | undefined>(undefined)
