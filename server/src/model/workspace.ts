export interface Workspace {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}
