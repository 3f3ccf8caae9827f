export async function sandbox(): Promise<void> {}
