/** "1 item", "2 items". */
export const count = (many: number, one: string) => `${many} ${one}${many === 1 ? '' : 's'}`
