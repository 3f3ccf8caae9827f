type ElementClass<Kind extends Element> = abstract new () => Kind

/** What each document of the guide has. */
export function find<Kind extends Element>(kind: ElementClass<Kind>, selector: string): Kind {
  const element = document.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`The document has no ${selector}.`)
}

export function findAll<Kind extends Element>(kind: ElementClass<Kind>, selector: string): readonly Kind[] {
  return [...document.querySelectorAll(selector)].flatMap((element) =>
    element instanceof kind ? [element] : [],
  )
}
