export async function register(_domain: string): Promise<void> {}
