/** Counts the records of all databases of a page. Runs in the page. */
export async function countRecords(): Promise<number> {
  const wait = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  let count = 0
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await wait(indexedDB.open(name))
    for (const store of db.objectStoreNames) count += await wait(db.transaction(store).objectStore(store).count())
    db.close()
  }
  return count
}
