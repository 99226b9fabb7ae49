const tags = ['Admin'];

/** Defines the REST paths of one kind of record in the panel, with the errors that each path can return. */
export function adminRest(path: string) {
  const meta = <const Method extends 'GET' | 'POST' | 'PUT' | 'DELETE'>(
    method: Method,
    end: string,
    errorResponses: number[],
    summary: string,
    description?: string,
  ) => ({
    openapi: {
      method,
      path: `${path}${end}` as `/${string}`,
      tags,
      summary,
      errorResponses,
      ...(description && { description }),
    },
  });
  const reading = [400, 401, 403];
  const ofOne = [...reading, 404];
  const changing = [...ofOne, 409];
  return {
    list: (summary: string) => meta('GET', '', reading, summary),
    get: (summary: string) => meta('GET', '/{id}', ofOne, summary),
    /** Defines `GET {path}/{id}/{end}`. */
    getPart: (end: string, summary: string) => meta('GET', `/{id}/${end}`, ofOne, summary),
    create: (summary: string, description?: string) =>
      meta('POST', '', ofOne, summary, description),
    update: (summary: string) => meta('PUT', '/{id}', changing, summary),
    remove: (summary: string, description?: string) =>
      meta('DELETE', '/{id}', changing, summary, description),
    /** Defines `POST {path}/{id}/{verb}`. */
    action: (verb: string, summary: string, description?: string) =>
      meta('POST', `/{id}/${verb}`, changing, summary, description),
    /** Defines `PUT {path}/{id}/{end}`. */
    updatePart: (end: string, summary: string) => meta('PUT', `/{id}/${end}`, changing, summary),
    /** Defines `DELETE {path}/{id}/{end}`. */
    removePart: (end: string, summary: string) => meta('DELETE', `/{id}/${end}`, changing, summary),
  };
}
