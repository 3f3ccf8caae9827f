/** Generated from the OpenAPI document: `npm run api-types`. */

export interface paths {
    "/ens/v1/subname/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        text?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        signature?: string | null;
                        /** @default false */
                        overrideSignatureCheck?: boolean | null;
                        /** @default false */
                        overrideFormer?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subnames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    subname: string;
                    chainId: 1 | 11155111;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        text?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        signature?: string | null;
                        /** @default false */
                        overrideSignatureCheck?: boolean | null;
                        /** @default false */
                        overrideFormer?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/subname": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    subname: string;
                    chainId: 1 | 11155111;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subname": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    subname: string;
                    chainId: 1 | 11155111;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    subname: string;
                    chainId: 1 | 11155111;
                    suggestions?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    isAvailable: boolean;
                                    reason?: string;
                                    /** @enum {string} */
                                    rule?: "closed" | "not-open-yet" | "over" | "too-short" | "too-long" | "characters" | "profanity" | "blocked" | "taken" | "reserved" | "pending" | "look-alike" | "waiting" | "full" | "names-per-wallet" | "allow-list" | "token-used" | "token";
                                    /** @enum {string} */
                                    state?: "claimed" | "reserved";
                                    suggestions?: string[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        text?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        signature?: string | null;
                        /** @default false */
                        replace?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subnames/{subname}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    subname: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        text?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        signature?: string | null;
                        /** @default false */
                        replace?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/ens/v1/subname/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        signature?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/admin-revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        ethAddress: string;
                        /** @default false */
                        overrideFormer?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/admin-reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        ethAddress: string;
                        /** @default false */
                        overrideFormer?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subnames/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        ethAddress: string;
                        /** @default false */
                        overrideFormer?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        text?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subnames/invitations/{subname}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    subname: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        signature?: string | null;
                    } | null;
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    subname: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        text?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["HeldSubname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/ens/v1/subname/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        signature?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/admin-name-evm-contract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        username: string;
                        ensDomain: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        addresses: {
                            coinType: number;
                            address: string;
                        }[];
                        providerUrls: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subnames/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    page?: number;
                    limit?: number;
                    after?: string;
                    orderBy?: "createdAt" | "subnameCount";
                    orderDirection?: "asc" | "desc";
                    chainId: 1 | 11155111;
                    search?: string;
                    workspaceId?: string;
                    ensDomains?: string[];
                    address?: string;
                    coinType?: number;
                    isClaimed?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["HeldSubname"][];
                                    pagination: {
                                        totalCount: number;
                                        /** @constant */
                                        isTotalExact?: false;
                                        page: number;
                                        limit: number;
                                        totalPages: number;
                                        nextPage: number | null;
                                        prevPage: number | null;
                                        hasNextPage: boolean;
                                        hasPrevPage: boolean;
                                        next: string | null;
                                        /** @constant */
                                        isTruncated?: true;
                                    };
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subname/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    page?: number;
                    limit?: number;
                    after?: string;
                    orderBy?: "createdAt" | "subnameCount";
                    orderDirection?: "asc" | "desc";
                    chainId: 1 | 11155111;
                    search?: string;
                    workspaceId?: string;
                    ensDomains?: string[];
                    address?: string;
                    coinType?: number;
                    isClaimed?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["HeldSubname"][];
                                    pagination: {
                                        totalCount: number;
                                        /** @constant */
                                        isTotalExact?: false;
                                        page: number;
                                        limit: number;
                                        totalPages: number;
                                        nextPage: number | null;
                                        prevPage: number | null;
                                        hasNextPage: boolean;
                                        hasPrevPage: boolean;
                                        next: string | null;
                                        /** @constant */
                                        isTruncated?: true;
                                    };
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/ens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ensDomain: string;
                    chainId: 1 | 11155111;
                    isClaimed?: boolean;
                    coinType?: number;
                    page?: number;
                    limit?: number;
                    after?: string;
                    orderBy?: "createdAt" | "subnameCount";
                    orderDirection?: "asc" | "desc";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Subname"][];
                                    pagination: {
                                        totalCount: number;
                                        /** @constant */
                                        isTotalExact?: false;
                                        page: number;
                                        limit: number;
                                        totalPages: number;
                                        nextPage: number | null;
                                        prevPage: number | null;
                                        hasNextPage: boolean;
                                        hasPrevPage: boolean;
                                        next: string | null;
                                        /** @constant */
                                        isTruncated?: true;
                                    };
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    address: string;
                    chainId: 1 | 11155111;
                    isClaimed?: boolean;
                    ensDomains?: string[];
                    coinType?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    subnames: components["schemas"]["Subname"][];
                                    /** @constant */
                                    isTruncated?: true;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    count: number;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        "Retry-After": components["headers"]["Retry-After"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TooManyRequests"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/ens-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    page?: number;
                    limit?: number;
                    after?: string;
                    orderBy?: "createdAt" | "subnameCount";
                    orderDirection?: "asc" | "desc";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: {
                                        ensDomain: string;
                                        subnameCount: number;
                                        ensSubname: components["schemas"]["Subname"];
                                    }[];
                                    pagination: {
                                        totalCount: number;
                                        /** @constant */
                                        isTotalExact?: false;
                                        page: number;
                                        limit: number;
                                        totalPages: number;
                                        nextPage: number | null;
                                        prevPage: number | null;
                                        hasNextPage: boolean;
                                        hasPrevPage: boolean;
                                        next: string | null;
                                        /** @constant */
                                        isTruncated?: true;
                                    };
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    name: string;
                    chainId: 1 | 11155111;
                    skip?: number;
                    take?: number;
                    data?: boolean;
                    ensRegistered?: boolean;
                    isClaimed?: boolean;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    domains: components["schemas"]["Subname"][] | string[];
                                    registered?: boolean;
                                    /** @constant */
                                    isTruncated?: true;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                    search?: string;
                    state?: "all" | "claimed" | "reserved";
                    has?: string;
                    order?: "oldest" | "newest" | "label";
                    count?: boolean;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["FoundSubname"][];
                                    next: string | null;
                                    total: {
                                        count: number;
                                        isExact: boolean;
                                    } | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    search: string;
                    chainId?: 1 | 11155111;
                    state?: "all" | "claimed" | "reserved";
                    limit?: number | null;
                };
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["FoundName"][];
                                    hasMore: boolean;
                                    resolved: {
                                        name: string;
                                        address: string | null;
                                        problem: string | null;
                                    } | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        /** @enum {string} */
                        mode: "atomic" | "each";
                        items: ({
                            /** @constant */
                            action: "issue";
                            label: string;
                            texts?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            text?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            addresses?: {
                                coinType: number;
                                address?: string | null;
                            }[] | null;
                            contentHash?: string | null;
                        } | {
                            /** @constant */
                            action: "change";
                            label: string;
                            texts?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            text?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            addresses?: {
                                coinType: number;
                                address?: string | null;
                            }[] | null;
                            contentHash?: string | null;
                            /** @default false */
                            replace?: boolean | null;
                            ifMatch?: string | null;
                        } | {
                            /** @constant */
                            action: "put";
                            label: string;
                            texts?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            text?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            addresses?: {
                                coinType: number;
                                address?: string | null;
                            }[] | null;
                            contentHash?: string | null;
                            holder?: string | null;
                            /** @default false */
                            replace?: boolean | null;
                            ifMatch?: string | null;
                        } | {
                            /** @constant */
                            action: "reserve";
                            label: string;
                            ethAddress: string;
                        } | {
                            /** @constant */
                            action: "revoke";
                            label: string;
                            ifMatch?: string | null;
                        })[];
                        /** @default false */
                        dryRun?: boolean;
                        /** @default false */
                        overrideFormer?: boolean | null;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    dryRun: boolean;
                                    succeeded: number;
                                    failed: number;
                                    results: {
                                        index: number;
                                        label: string;
                                        name: string | null;
                                        etag: string | null;
                                        error: {
                                            /** @enum {string} */
                                            name: "InvalidNameException" | "SubdomainAlreadyExistsException" | "ServiceUnavailableException" | "SubscriptionLapsedException" | "LimitReachedException" | "PolicyRefusedException" | "SubnameNotFoundException" | "MissingSignatureException" | "NotHolderException" | "PreconditionFailedException" | "InvalidRecordException" | "SealedNameException";
                                            status: number;
                                            message: string;
                                        } | null;
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["NameNotes"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        tags?: string[] | null;
                        addTags?: string[] | null;
                        removeTags?: string[] | null;
                        note?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["NameNotes"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/byname/v1/domains/{domain}/notes/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        labels: string[];
                        addTags?: string[] | null;
                        removeTags?: string[] | null;
                        note?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    changed: number;
                                    unchanged: number;
                                    failed: {
                                        label: string;
                                        name: string;
                                        message: string;
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    tags: {
                                        tag: string;
                                        names: number;
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/managed-names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                    search?: string;
                    state?: "all" | "claimed" | "reserved";
                    has?: string;
                    order?: "oldest" | "newest" | "label";
                    count?: boolean;
                    tag?: string | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["ManagedName"][];
                                    next: string | null;
                                    total: {
                                        count: number;
                                        isExact: boolean;
                                    } | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        labels: string[];
                        text: string;
                        /** @default false */
                        dryRun?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["SentMessage"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    messages: {
                                        id: string;
                                        text: string;
                                        holder: string;
                                        /** Format: date-time */
                                        createdAt: string;
                                        /** Format: date-time */
                                        expiresAt: string;
                                        dismissedAt: string | null;
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["OwnMessage"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/messages/{messageId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    messageId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    id: string;
                                    /** Format: date-time */
                                    dismissedAt: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    history?: boolean;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/jsonl": components["schemas"]["ArchiveLine"];
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @default keep
                         * @enum {string}
                         */
                        rule?: "keep" | "replace" | "newest";
                        /** @default false */
                        dryRun?: boolean;
                        planned?: {
                            names: number;
                            /** @default [] */
                            holders?: {
                                address: string;
                                names: number;
                            }[];
                            /** @default [] */
                            labels?: string[];
                        };
                        /** @default false */
                        overrideFormer?: boolean | null;
                        names: {
                            label: string;
                            /** @enum {string} */
                            state: "claimed" | "reserved";
                            addresses: {
                                coinType: number;
                                address: string;
                            }[];
                            holder?: string | null;
                            createdAt?: string | null;
                            updatedAt?: string | null;
                            claimedAt?: string | null;
                            /** @default [] */
                            texts?: {
                                key: string;
                                value: string;
                            }[];
                            contentHash?: string | null;
                            /** @default [] */
                            tags?: string[];
                            /** @default  */
                            note?: string;
                            sealedSet?: string | null;
                        }[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    counts: {
                                        added: number;
                                        changed: number;
                                        unchanged: number;
                                        kept: number;
                                        refused: number;
                                    };
                                    results: {
                                        row: number;
                                        label: string;
                                        /** @enum {string} */
                                        outcome: "added" | "changed" | "unchanged" | "kept" | "refused";
                                        reason: string | null;
                                        notes: string[];
                                        replacedHolder: string | null;
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/import/listing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        service: "namestone" | "namespace" | "justaname";
                        url: string;
                        key?: string | null;
                        after?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    names: {
                                        row: number;
                                        label: string;
                                        name: components["schemas"]["ListedName"] | null;
                                        problem: string | null;
                                        doubts: string[];
                                    }[];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["SealableName"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        signature?: string | null;
                    } | null;
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Name"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Resolution"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        to: string;
                        clearOtherAddresses?: boolean;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Name"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/sealed-set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["SealedSet"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        response: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["SealableName"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        response: string;
                        tokenId?: string | null;
                        invitation?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["ClaimOutcome"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/ending-names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    address: string;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["EndingName"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    state?: "pending" | "approved" | "declined" | "withdrawn" | "expired" | "decided";
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Claim"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        label: string;
                        records?: {
                            texts?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            text?: {
                                key: string;
                                value: string | null;
                            }[] | null;
                            addresses?: {
                                coinType: number;
                                address?: string | null;
                            }[] | null;
                            contentHash?: string | null;
                        } | null;
                        tokenId?: string | null;
                        invitation?: string | null;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["ClaimOutcome"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/claims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    domain?: string;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["OwnClaim"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/{claimId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimState"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        signature?: string | null;
                    } | null;
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimState"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/{claimId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        comment?: string | null;
                    } | null;
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Name"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/{claimId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        comment?: string | null;
                    } | null;
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimState"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids?: string[] | null;
                        claimant?: string | null;
                        all?: true | null;
                        comment?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    declined: number;
                                    remaining: number;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/{claimId}/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                        email: string;
                        /** @enum {string} */
                        language: "en" | "de" | "es" | "fr" | "pt" | "tr" | "zh" | "ja" | "ko" | "ar";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimNotice"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                        /** @enum {string} */
                        channel?: "email" | "push";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimNotice"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/{claimId}/notice/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                        subscription: {
                            endpoint: string;
                            keys: {
                                p256dh: string;
                                auth: string;
                            };
                        };
                        /** @enum {string} */
                        language: "en" | "de" | "es" | "fr" | "pt" | "tr" | "zh" | "ja" | "ko" | "ar";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimNotice"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/claims/{claimId}/notice/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                    claimId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        token: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ClaimNotice"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/invitation-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    isOpen?: boolean;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["InvitationLink"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        label?: string | null;
                        /** @default 1 */
                        maxUses?: number | null;
                        expiresAt?: string | null;
                        note?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["NewInvitationLink"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/invitation-links/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        count?: number | null;
                        items?: {
                            label?: string | null;
                            note?: string | null;
                        }[] | null;
                        /** @default 1 */
                        maxUses?: number | null;
                        expiresAt?: string | null;
                        note?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["NewInvitationLinks"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/invitation-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                    linkId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["InvitationLink"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    linkId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["InvitationLink"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/invitation-links/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        invitation: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["OpenInvitationLink"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ens: string;
                    providerUrl: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ReadName"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/subnames/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ens: string;
                    providerUrl: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ReadName"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    domains: components["schemas"]["EnsRecord"][];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/id/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/workspace/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    domains: components["schemas"]["EnsRecord"][];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/admin/workspace/{workspaceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    domains: components["schemas"]["EnsRecord"][];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/workspaceId": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ensId: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    workspaceId: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/api-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    domains: {
                                        ens: string;
                                        /** @enum {integer} */
                                        chainId: 1 | 11155111;
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Domain"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        allowedOrigins?: string[] | null;
                        sharedMaxAge?: number | null;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                        branding?: {
                            accent?: string | null;
                            title?: string | null;
                            words?: string | null;
                            links?: {
                                title: string;
                                url: string;
                            }[] | null;
                            offersPasskey?: boolean | null;
                            directory?: ("off" | "on" | "indexed") | null;
                        } | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Domain"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/ens/v1/ens/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ensDomain: string;
                        offchainResolverId: string;
                        workspaceId: string;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/update-user-chosen-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ensId: string;
                        userChosenLimit: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/remove-user-chosen-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ensId: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ensId: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/update-ens-is-blocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ens: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        isBlocked: boolean;
                        reason?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/update-workspace-id": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ensId: string;
                        newWorkspaceId: string;
                        newWorkspaceKey?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["EnsRecord"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/check/resolver/{ensDomain}/{offchainResolverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    ensDomain: string;
                    offchainResolverId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ResolverCheck"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/expiry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        names: string[];
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Expiry"][];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/anchor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Anchor"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Anchor"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Anchor"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    address?: string | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["DomainSetup"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    site?: string;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["DomainPage"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/open-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    chainId?: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["DomainPage"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/directory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    search?: string;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["DirectoryEntry"][];
                                    next: string | null;
                                    claimedNames: number;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["DomainHealth"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["DomainHost"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        host: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["DomainHost"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/hosts/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                    host: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["DomainHost"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    host: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["DomainHost"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/hosts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    domain: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    host: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["RecordTemplate"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["RecordTemplate"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["RecordTemplate"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["RecordTemplate"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string | null;
                        texts?: {
                            key: string;
                            value: string | null;
                        }[] | null;
                        addresses?: {
                            coinType: number;
                            address?: string | null;
                        }[] | null;
                        contentHash?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["RecordTemplate"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/byname/v1/domains/{domain}/former-gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["FormerGateway"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url: string;
                        resolver: string;
                        signingScheme?: ("published" | "chain-bound" | "merkle") | null;
                        signers: string[];
                        /** @default false */
                        importOnRead?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["FormerGateway"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["FormerGateway"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/former-gateway/candidate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    resolver?: string | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["FormerGatewayCandidate"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/former-gateway/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        labels: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ComparedName"][];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Policy"];
                                error: null;
                            };
                        };
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                    "if-match"?: string;
                    "if-none-match"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        claims?: ("closed" | "open") | null;
                        opensAt?: string | null;
                        closesAt?: string | null;
                        appliesToKeys?: boolean | null;
                        minLength?: number | null;
                        maxLength?: number | null;
                        characters?: ("letters-and-digits" | "any") | null;
                        reservedLabels?: string[] | null;
                        blockedLabels?: string[] | null;
                        blockedParts?: string[] | null;
                        refuseProfanity?: boolean | null;
                        refuseLookalikes?: boolean | null;
                        namesPerWallet?: number | null;
                        waitingDays?: number | null;
                        isAllowListed?: boolean | null;
                        tokenGate?: {
                            /** @enum {integer} */
                            chainId: 1 | 11155111;
                            /** @enum {string} */
                            standard: "ERC-20" | "ERC-721" | "ERC-1155";
                            contract: string;
                            tokenId?: string | null;
                            /** @default 1 */
                            minimum?: string;
                            /** @default false */
                            isOncePerToken?: boolean;
                        } | null;
                        needsApproval?: boolean | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Policy"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/byname/v1/domains/{domain}/policy/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        label: string;
                        address?: string | null;
                        tokenId?: string | null;
                        invitation?: string | null;
                        suggestions?: number;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    /** @enum {string} */
                                    outcome: "claimable" | "needs-approval" | "refused";
                                    rule: ("closed" | "not-open-yet" | "over" | "too-short" | "too-long" | "characters" | "profanity" | "blocked" | "taken" | "reserved" | "pending" | "look-alike" | "waiting" | "full" | "names-per-wallet" | "allow-list" | "token-used" | "token") | null;
                                    reason: string | null;
                                    sealed?: components["schemas"]["SealOfLabel"];
                                    suggestions?: string[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/allow-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: string[];
                                    next: string | null;
                                    count: number;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    count: number;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    removed: number;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/subscription/{ensId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    ensId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subscription"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        expiresAt?: string | null;
                        maxNames?: number | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Subscription"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/ens/v1/offchain-resolvers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    offchainResolvers: components["schemas"]["OffchainResolver"][];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        "Retry-After": components["headers"]["Retry-After"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TooManyRequests"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/offchain-resolvers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["OffchainResolver"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/offchain-resolvers/criteria": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    page?: number;
                    limit?: number;
                    after?: string;
                    orderBy?: "createdAt" | "subnameCount";
                    orderDirection?: "asc" | "desc";
                    id?: string;
                    resolverAddress?: string;
                    ensRegistryAddress?: string;
                    chainId?: 1 | 11155111;
                    environment?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["OffchainResolver"][];
                                    pagination: {
                                        totalCount: number;
                                        /** @constant */
                                        isTotalExact?: false;
                                        page: number;
                                        limit: number;
                                        totalPages: number;
                                        nextPage: number | null;
                                        prevPage: number | null;
                                        hasNextPage: boolean;
                                        hasPrevPage: boolean;
                                        next: string | null;
                                        /** @constant */
                                        isTruncated?: true;
                                    };
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/offchain-resolvers/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        resolverAddress: string;
                        ensRegistryAddress: string;
                        nodeProvider: string;
                        environment: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["OffchainResolver"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/offchain-resolvers/deployment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        owner: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ResolverDeployment"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/offchain-resolvers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                        address: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["OffchainResolver"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["OwnWorkspace"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: {
                    chainId?: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        domain?: string | null;
                        owner?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Workspace"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/begun-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["BegunDomain"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["BegunDomain"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/begun-domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    domainName: string;
                                    /** @enum {integer} */
                                    chainId: 1 | 11155111;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["ApiKey"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        scopes: ("names:write" | "names:revoke" | "names:export" | "domains:write" | "admin")[];
                        domains?: string[] | null;
                        origins?: string[] | null;
                        expiresAt?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["NewApiKey"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/api-keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 3600 */
                        overlap?: number | null;
                        expiresAt?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["RotatedApiKey"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ApiKey"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    keyId?: string | null;
                    outcome?: "all" | "succeeded" | "failed" | "client-error" | "server-error";
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["ApiRequest"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["ListedSession"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "user-agent"?: string;
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        setupToken?: string | null;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Session"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Session"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    id: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    id: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Member"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: {
                    chainId?: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        member: string;
                        /** @enum {string} */
                        role: "owner" | "editor" | "viewer";
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Member"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/workspaces/{workspaceId}/members/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                    address: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    address: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    workspaceId: string;
                    address: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        role: "owner" | "editor" | "viewer";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Member"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/byname/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Operator"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Operator"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/operators/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    address: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    address: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/siwe/request-challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        address: string;
                        origin: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        /** @default 120000 */
                        ttl?: number | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: {
                                    challenge: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/siwe/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        address: string;
                        origin: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        /** @default 120000 */
                        ttl?: number | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    challenge: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/siwe/mapp/add-permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        address: string;
                        origin: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        /** @default 120000 */
                        ttl?: number | null;
                        subname: string;
                        mApp: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: {
                                    challenge: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/siwe/mapp/append-field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        address: string;
                        origin: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        /** @default 120000 */
                        ttl?: number | null;
                        subname: string;
                        mApp: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: {
                                    challenge: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/siwe/mapp/revoke-permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        address: string;
                        origin: string;
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        /** @default 120000 */
                        ttl?: number | null;
                        subname: string;
                        mApp: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: {
                                    challenge: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/siwe/verify-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        signature: string;
                        message: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: {
                                    verified: boolean;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/siwe/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        signature: string;
                        message: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    verified: boolean;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/challenges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        domain: string;
                        address: string;
                        origin: string;
                        /** @default 120000 */
                        ttl?: number | null;
                        workspaceId: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    challenge: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/mapp/permission/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        signature: string;
                        message: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/mapp/field/append": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        subname: string;
                        fields: {
                            key: string;
                            value: string | null;
                        }[];
                        signature?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/mapp/permission/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        address: string;
                        signature: string;
                        message: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["Subname"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/primary-name/set-primary-name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {integer} */
                        chainId: 1 | 11155111;
                        name: string;
                        address: string;
                        signature?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["PrimaryName"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/primary-name/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    address: string;
                    chainId: 1 | 11155111;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["PrimaryName"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/primary-name/name-hash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    nameHash: string;
                    chainId: 1 | 11155111;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["PrimaryName"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/subname/upload-to-cdn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    ens: string;
                    type?: "avatar" | "banner";
                    chainId?: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                        signature?: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    /** Format: uri */
                                    url: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v1/ens/upload-to-cdn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    ensId: string;
                    type?: "avatar" | "banner";
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": {
                        /** Format: binary */
                        file: string;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    /** Format: uri */
                                    url: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    size?: number | null;
                    version?: string | null;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "image/webp": string;
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/banner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    size?: number | null;
                    version?: string | null;
                };
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "image/webp": string;
                    };
                };
                304: {
                    headers: {
                        ETag: components["headers"]["ETag"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    ens: string[];
                    rpcUrl?: string;
                };
                header?: {
                    "x-rpc-url"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        "PAYMENT-RESPONSE"?: string;
                        "Payment-Receipt"?: string;
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ResolvedName"] | (components["schemas"]["ResolvedName"] | null)[];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    address: string[];
                    coinType?: number;
                    rpcUrl?: string;
                    records?: boolean;
                };
                header?: {
                    "x-rpc-url"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["ReverseName"] | components["schemas"]["ReverseSlot"][];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/diagnose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    name?: string;
                    gateway?: string;
                    chainId?: 1 | 11155111;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Diagnosis"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ens/v2/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    paid: {
                                        method: string;
                                        path: string;
                                        priceUsd: string;
                                        amount: string;
                                        asset: string;
                                        network: string;
                                        payTo: string;
                                        protocols: ("x402" | "mpp")[];
                                    }[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        "Retry-After": components["headers"]["Retry-After"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TooManyRequests"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    workspaceId?: string | null;
                    chainId?: (1 | 11155111) | null;
                    type?: ("subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted")[] | null;
                    domain?: string | null;
                    name?: string | null;
                    actor?: string | null;
                    from?: string | null;
                    to?: string | null;
                    order?: "oldest" | "newest";
                    until?: string | null;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Event"][];
                                    next: string | null;
                                    isCaughtUp: boolean;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    workspaceId?: string | null;
                    chainId?: (1 | 11155111) | null;
                    type?: ("subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted")[] | null;
                    domain?: string | null;
                    name?: string | null;
                    actor?: string | null;
                    after?: string;
                };
                header?: {
                    "last-event-id"?: string | null;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    order?: "oldest" | "newest";
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Event"][];
                                    next: string | null;
                                    isCaughtUp: boolean;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    workspaceId?: string | null;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Webhook"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url: string;
                        description?: string | null;
                        types?: ("subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted")[] | null;
                        domains?: string[] | null;
                        workspaceId?: string | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 201;
                            result: {
                                data: components["schemas"]["WebhookWithSecret"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Webhook"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Webhook"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url?: string;
                        description?: string;
                        types?: ("subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted")[] | null;
                        domains?: string[] | null;
                        isEnabled?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["Webhook"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/byname/v1/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default 86400 */
                        overlap?: number | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["WebhookWithSecret"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["WebhookDelivery"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                    state?: "pending" | "delivered" | "failed";
                };
                header?: never;
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["WebhookDelivery"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        delivery?: string | null;
                        after?: string | null;
                        until?: string | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    queued: number;
                                    continueAfter: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/webhooks/{webhookId}/replay-since": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: date-time */
                        since: string;
                        /** @default false */
                        dryRun?: boolean;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    events: number;
                                    isCut: boolean;
                                    dryRun: boolean;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                    by?: "hour" | "day";
                    from?: string | null;
                    to?: string | null;
                };
                header?: never;
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["DomainStatistics"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/names/{name}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["NameStatistics"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains/{domain}/names/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query: {
                    chainId: 1 | 11155111;
                };
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    domain: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        labels: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["NameStatistics"][];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/metrics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    resolution?: "5m" | "hour" | "day";
                    from?: string | null;
                    to?: string | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["TrafficHistory"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/offchain-resolvers/signers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["SignerCheck"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    state?: "reserved" | "signed" | "broadcast" | "unconfirmed" | "unknown" | "confirmed" | "reverted" | "void";
                    refundDue?: boolean;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["Payment"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["InstanceState"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/instance/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["InstanceHealth"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    search?: string;
                    chainId?: 1 | 11155111;
                    isBlocked?: boolean;
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["InstanceDomain"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/instance/alert-targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    after?: string;
                    limit?: number | null;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    data: components["schemas"]["AlertTarget"][];
                                    next: string | null;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/byname/v1/instance/alert-targets/{targetId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: {
                    "idempotency-key"?: string;
                };
                path: {
                    targetId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: components["schemas"]["AlertTarget"];
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    /** @constant */
                                    name: "Byname";
                                    description: string;
                                    /** Format: uri */
                                    documentation: string;
                                    /** Format: uri */
                                    openapi: string;
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    /** @constant */
                                    status: "ok";
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            statusCode: 200;
                            result: {
                                data: {
                                    /** @enum {string} */
                                    status: "ok" | "degraded";
                                    reasons: {
                                        /** @enum {string} */
                                        code: "database-unavailable" | "signer-missing" | "signer-failing" | "clock-wrong" | "signer-untrusted" | "resolver-missing" | "gateway-failing" | "certificate-missing" | "universal-resolver-failing" | "primary-unavailable" | "writes-failing" | "database-damaged" | "signer-partly-failing" | "gateway-partly-failing" | "certificate-failing" | "overloaded" | "database-slow" | "rpc-unreachable" | "rpc-wrong-chain" | "rpc-behind" | "domain-elsewhere" | "seal-tree-missing" | "domain-expiring" | "disk-low" | "images-failing" | "backup-late" | "log-shipping-late" | "backup-unreadable" | "anchor-late" | "anchor-failing" | "alert-target-failing" | "replica-behind" | "statistics-missing" | "schema-newer" | "webhook-disabled" | "held" | "shutting-down";
                                        /** Format: date-time */
                                        since: string;
                                    }[];
                                    checks: {
                                        name: string;
                                        isOk: boolean;
                                    }[];
                                    details: string[];
                                };
                                error: null;
                            };
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ccip/{resolverId}/{sender}/{callData}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: {
                    "if-none-match"?: string;
                };
                path: {
                    resolverId: string;
                    sender: string;
                    callData: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: string;
                        };
                    };
                };
                304: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GatewayFailure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ccip/{resolverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    resolverId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        data: string;
                        sender?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: string;
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GatewayFailure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ccip/{resolverId}/{sender}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    resolverId: string;
                    sender: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        data: string;
                        sender?: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: string;
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GatewayFailure"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                        "image/jpeg": string;
                        "image/webp": string;
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Failure"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/x402.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            version: 1;
                            /** @constant */
                            x402Version: 2;
                            resources: string[];
                            items: {
                                resource: {
                                    url: string;
                                    description: string;
                                    mimeType: string;
                                };
                                /** @constant */
                                type: "http";
                                accepts: {
                                    scheme: string;
                                    network: string;
                                    amount: string;
                                    asset: string;
                                    payTo: string;
                                    maxTimeoutSeconds: number;
                                    extra: {
                                        [key: string]: string;
                                    };
                                }[];
                                input: {
                                    method: string;
                                    routeTemplate: string;
                                };
                            }[];
                        };
                    };
                };
                default: {
                    headers: {
                        "x-request-id": components["headers"]["x-request-id"];
                        RateLimit: components["headers"]["RateLimit"];
                        "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                        "Retry-After": components["headers"]["Retry-After"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TooManyRequests"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Subname: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
        };
        Records: {
            resolverAddress: string;
            texts: components["schemas"]["Text"][];
            coins: components["schemas"]["Coin"][];
            addresses: components["schemas"]["Coin"][];
            contentHash: {
                protocolType: string;
                decoded: string;
            } | null;
        };
        Text: {
            key: string;
            value: string;
        };
        Coin: {
            id: number;
            name: string;
            value: string;
        };
        Failure: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
        };
        PolicyFailure: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
            /** @enum {string} */
            rule?: "closed" | "not-open-yet" | "over" | "too-short" | "too-long" | "characters" | "profanity" | "blocked" | "taken" | "reserved" | "pending" | "look-alike" | "waiting" | "full" | "names-per-wallet" | "allow-list" | "token-used" | "token";
        };
        TooManyRequests: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
            retryAfterSeconds: number;
        };
        HeldSubname: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            holder: string | null;
        };
        FoundSubname: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            holder: string | null;
            /** @enum {string} */
            matched?: "label" | "name" | "owner" | "tag" | "text";
        };
        FoundName: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            holder: string | null;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            domain: string;
            /** @enum {string} */
            state: "claimed" | "reserved";
            /** @enum {string} */
            matched: "label" | "name" | "owner" | "tag" | "text";
        };
        BatchFailure: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
            errors?: {
                index: number;
                label: string;
                error: {
                    /** @enum {string} */
                    name: "InvalidNameException" | "SubdomainAlreadyExistsException" | "ServiceUnavailableException" | "SubscriptionLapsedException" | "LimitReachedException" | "PolicyRefusedException" | "SubnameNotFoundException" | "MissingSignatureException" | "NotHolderException" | "PreconditionFailedException" | "InvalidRecordException" | "SealedNameException";
                    status: number;
                    message: string;
                };
            }[];
        };
        NameNotes: {
            name: string;
            tags: string[];
            note: string;
        };
        ManagedName: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            holder: string | null;
            /** @enum {string} */
            matched?: "label" | "name" | "owner" | "tag" | "text";
            tags: string[];
            hasNote: boolean;
        };
        SentMessage: {
            messageId: string | null;
            names: number;
            recipients: {
                address: string;
                names: number;
            }[];
            failed: {
                label: string;
                name: string;
                message: string;
            }[];
        };
        OwnMessage: {
            id: string;
            domain: string;
            chainId: number;
            title: string | null;
            text: string;
            names: string[];
            nameCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ArchiveLine: components["schemas"]["ArchivedDomain"] | components["schemas"]["ArchivedAllowList"] | components["schemas"]["ArchivedName"] | components["schemas"]["ArchivedEvent"] | components["schemas"]["ArchiveEnd"];
        ArchivedDomain: {
            /** @constant */
            type: "domain";
            /** @constant */
            format: "byname-domain";
            /** @constant */
            version: 1;
            /** Format: date-time */
            exportedAt: string;
            domain: components["schemas"]["Domain"];
            policy: components["schemas"]["Policy"];
            images?: components["schemas"]["ArchivedImage"][];
        };
        Domain: {
            id: string;
            name: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            workspaceId: string;
            allowedOrigins: string[] | null;
            sharedMaxAge: number | null;
            texts: components["schemas"]["Text"][];
            addresses: {
                coinType: number;
                address: string;
            }[];
            contentHash: string | null;
            branding: components["schemas"]["Branding"];
            names: number;
            claimedNames: number;
            userChosenLimit: number | null;
            maxNames: number | null;
            expiresAt: string | null;
            isBlocked: boolean;
            blockReason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Branding: {
            accent: string | null;
            title: string;
            words: string;
            links: {
                title: string;
                url: string;
            }[];
            offersPasskey: boolean;
            /** @enum {string} */
            directory: "off" | "on" | "indexed";
            accentText: ("#000000" | "#ffffff") | null;
        };
        Policy: {
            version: number;
            /** @enum {string} */
            claims: "closed" | "open";
            opensAt: string | null;
            closesAt: string | null;
            appliesToKeys: boolean;
            minLength: number;
            maxLength: number;
            /** @enum {string} */
            characters: "letters-and-digits" | "any";
            reservedLabels: string[];
            blockedLabels: string[];
            blockedParts: string[];
            refuseProfanity: boolean;
            refuseLookalikes: boolean;
            namesPerWallet: number | null;
            waitingDays: number;
            isAllowListed: boolean;
            tokenGate: {
                /** @enum {integer} */
                chainId: 1 | 11155111;
                /** @enum {string} */
                standard: "ERC-20" | "ERC-721" | "ERC-1155";
                contract: string;
                tokenId: string | null;
                minimum: string;
                isOncePerToken: boolean;
            } | null;
            needsApproval: boolean;
            isIndexed: boolean;
        };
        ArchivedImage: {
            key: string;
            file: string;
            bytes: number;
        };
        ArchivedAllowList: {
            /** @constant */
            type: "allowList";
            addresses: string[];
        };
        ArchivedName: {
            /** @constant */
            type: "name";
            label: string;
            /** @enum {string} */
            state: "claimed" | "reserved";
            holder: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            claimedAt: string | null;
            addresses: {
                coinType: number;
                address: string;
            }[];
            texts: components["schemas"]["Text"][];
            contentHash: string | null;
            tags?: string[];
            note?: string;
            sealedSet?: string;
            images?: components["schemas"]["ArchivedImage"][];
        };
        ArchivedEvent: {
            /** @constant */
            type: "event";
            event: components["schemas"]["Event"];
        };
        Event: {
            cursor: string;
            /** @enum {string} */
            type: "subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted";
            /** Format: date-time */
            time: string;
            chainId: number | null;
            name: string | null;
            domainId: string | null;
            workspaceId: string | null;
            actor: components["schemas"]["EventActor"];
            requestId: string | null;
            changes: components["schemas"]["EventChange"][];
        };
        EventActor: {
            /** @enum {string} */
            type: "wallet" | "key" | "member" | "administrator" | "system";
            address: string | null;
            keyId: string | null;
        };
        EventChange: {
            field: string;
            key: string | number | null;
            before: (string | number | boolean | string[] | components["schemas"]["ValueDigest"]) | null;
            after: (string | number | boolean | string[] | components["schemas"]["ValueDigest"]) | null;
        };
        ValueDigest: {
            sha256: string;
        };
        ArchiveEnd: {
            /** @constant */
            type: "end";
            names: number;
            claimed: number;
            sha256: string;
            allowed: number;
            settingsSha256: string;
            events?: number;
            eventsSha256?: string;
        };
        ListedName: {
            label: string;
            /** @enum {string} */
            state: "claimed" | "reserved";
            holder: string | null;
            createdAt: string | null;
            updatedAt: string | null;
            claimedAt: string | null;
            addresses: {
                coinType: number;
                address: string;
            }[];
            texts: components["schemas"]["Text"][];
            contentHash: string | null;
        };
        SealableName: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            holder: string | null;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            domain: string;
            /** @enum {string} */
            state: "claimed" | "reserved";
            sealed: components["schemas"]["Seal"] | null;
        };
        Seal: {
            holder: string;
            /** @enum {string} */
            kind: "account" | "passkey";
            /** @enum {string} */
            state: "signed" | "ended" | "unsigned";
            sequence: string | null;
            validUntil: string | null;
        };
        Resolution: {
            ens: string;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            /** @enum {integer} */
            chainId: 1 | 11155111;
            durationMs: number;
        };
        Name: {
            ens: string;
            isClaimed: boolean;
            claimedAt: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            holder: string | null;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            domain: string;
            /** @enum {string} */
            state: "claimed" | "reserved";
        };
        SealedSet: {
            holder: string;
            /** @enum {string} */
            kind: "account" | "passkey";
            /** @enum {string} */
            state: "signed" | "ended" | "unsigned";
            sequence: string | null;
            validUntil: string | null;
            name: string;
            response: string;
        };
        ClaimOutcome: {
            /** @enum {string} */
            state: "issued" | "pending";
            name: string;
            id: string | null;
            record: components["schemas"]["Name"] | null;
            noticeToken: string | null;
        };
        EndingName: {
            /** @enum {string} */
            state: "signed" | "ended" | "unsigned";
            name: string;
            /** Format: date-time */
            validUntil: string;
        };
        Claim: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "pending" | "approved" | "declined" | "withdrawn" | "expired";
            claimant: string;
            texts: components["schemas"]["Text"][];
            addresses: {
                coinType: number;
                address: string;
            }[];
            contentHash: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            decidedAt: string | null;
            decidedBy: components["schemas"]["EventActor"] | null;
            reason: "taken" | null;
            comment: string | null;
        };
        OwnClaim: {
            id: string;
            name: string;
            domain: string;
            chainId: number;
            title: string | null;
            /** @enum {string} */
            state: "pending" | "approved" | "declined" | "withdrawn" | "expired";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            decidedAt: string | null;
            reason: "taken" | null;
            comment: string | null;
            noticeToken: string | null;
        };
        ClaimState: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "pending" | "approved" | "declined" | "withdrawn" | "expired";
            reason: "taken" | null;
        };
        ClaimNotice: {
            offersEmail: boolean;
            email: string | null;
            pushKey: string | null;
            hasPush: boolean;
        };
        NewInvitationLink: {
            id: string;
            /** @enum {string} */
            state: "open" | "used-up" | "expired" | "revoked";
            label: string | null;
            maxUses: number;
            uses: number;
            note: string;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            secret: string;
            /** Format: uri */
            url: string;
        };
        NewInvitationLinks: {
            links: components["schemas"]["NewInvitationLink"][];
        };
        InvitationLink: {
            id: string;
            /** @enum {string} */
            state: "open" | "used-up" | "expired" | "revoked";
            label: string | null;
            maxUses: number;
            uses: number;
            note: string;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
        };
        OpenInvitationLink: {
            id: string;
            label: string | null;
            expiresAt: string | null;
        };
        ReadName: {
            ens: string;
            isJAN: boolean;
            records: components["schemas"]["Records"];
        };
        EnsRecord: {
            id: string;
            ensId: string;
            domainName: string;
            ensDomain: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            workspaceId: string;
            offchainResolverId: string;
            userChosenLimit: number | null;
            isBlocked: boolean;
            subnameCount: number;
            texts: components["schemas"]["Text"][];
        };
        ResolverCheck: {
            id: string | null;
            ensId: string | null;
            domainName: string;
            ensDomain: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            workspaceId: string | null;
            offchainResolverId: string;
            userChosenLimit: number | null;
            isBlocked: boolean | null;
            subnameCount: number | null;
            texts: components["schemas"]["Text"][] | null;
            isConfigured: boolean;
            onChainResolver: string | null;
            inherited: boolean;
        };
        Expiry: {
            name: string;
            expiry: string;
            expirySeconds: string;
            generation: 1 | 2;
            /** @enum {string} */
            status: "active" | "grace" | "expired" | "reserved";
        };
        Anchor: {
            isOn: boolean;
            unavailableBecause: string | null;
            published: {
                names: number;
                root: string;
                depth: number;
                beatAt: string | null;
                transactionHash: string;
            } | null;
            changesSince: number;
            isChangesSinceExact: boolean;
            countsFrom: string | null;
            problem: string | null;
            hosts: {
                url: string;
                problem: string | null;
            }[];
            contract: {
                address: string;
                anchor: string;
                graceSeconds: number;
                delaySeconds: number;
                lastBeatAt: string | null;
                darkFrom: string | null;
                isFrozen: boolean;
                zone: {
                    root: string;
                    depth: number;
                } | null;
                files: string[];
            } | null;
            chainProblem: string | null;
            ownerCalls: {
                to: string;
                data: string;
                title: string;
            }[];
            yearlyCost: {
                gasPriceWei: string;
                beats: number;
                wei: string;
            } | null;
        };
        DomainSetup: {
            name: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            owner: string | null;
            generation: (1 | 2) | null;
            expiry: components["schemas"]["Expiry"] | null;
            isController: boolean | null;
            onChainResolver: string | null;
            inherited: boolean;
            isConfigured: boolean;
            offchainResolvers: components["schemas"]["OffchainResolver"][];
            transaction: components["schemas"]["Transaction"] | null;
            isOnboarded: boolean;
            ensId: string | null;
            workspaceId: string | null;
        };
        OffchainResolver: {
            id: string;
            resolverAddress: string;
            ensRegistryAddress: string;
            nodeProvider: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            chainName: string;
            environment: string;
        };
        Transaction: {
            to: string;
            data: string;
        };
        DomainPage: {
            name: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            branding: components["schemas"]["Branding"];
            avatar: string | null;
            banner: string | null;
            description: string | null;
            url: string | null;
            isFull: boolean;
            isSiteAllowed?: boolean;
            policy: components["schemas"]["VisitorPolicy"];
        };
        VisitorPolicy: {
            /** @enum {string} */
            state: "closed" | "not-open-yet" | "open" | "over";
            opensAt: string | null;
            closesAt: string | null;
            minLength: number;
            maxLength: number;
            /** @enum {string} */
            characters: "letters-and-digits" | "any";
            namesPerWallet: number | null;
            isAllowListed: boolean;
            tokenGate: {
                /** @enum {integer} */
                chainId: 1 | 11155111;
                /** @enum {string} */
                standard: "ERC-20" | "ERC-721" | "ERC-1155";
                contract: string;
                tokenId: string | null;
                minimum: string;
                isOncePerToken: boolean;
            } | null;
            needsApproval: boolean;
        };
        DirectoryEntry: {
            name: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            displayName: string | null;
            description: string | null;
            avatar: string | null;
        };
        DomainHealth: {
            /** @enum {string} */
            state: "ok" | "degraded" | "failing" | "unknown";
            problems: components["schemas"]["DomainProblem"][];
            checkedAt: string | null;
        };
        DomainProblem: {
            /** @enum {string} */
            code: "database-unavailable" | "signer-missing" | "signer-failing" | "clock-wrong" | "signer-untrusted" | "resolver-missing" | "gateway-failing" | "certificate-missing" | "universal-resolver-failing" | "primary-unavailable" | "writes-failing" | "database-damaged" | "signer-partly-failing" | "gateway-partly-failing" | "certificate-failing" | "overloaded" | "database-slow" | "rpc-unreachable" | "rpc-wrong-chain" | "rpc-behind" | "domain-elsewhere" | "seal-tree-missing" | "domain-expiring" | "disk-low" | "images-failing" | "backup-late" | "log-shipping-late" | "backup-unreadable" | "anchor-late" | "anchor-failing" | "alert-target-failing" | "replica-behind" | "statistics-missing" | "schema-newer" | "webhook-disabled" | "held" | "shutting-down";
            /** @enum {string} */
            severity: "critical" | "warning";
            problem: string;
            fix: string;
            detail: string | null;
            isForOperator: boolean;
        };
        DomainHost: {
            host: string;
            isShown: boolean;
            proof: {
                value: string;
                dnsName: string;
                url: string;
            };
            provenAt: string | null;
            checkedAt: string | null;
            missingSince: string | null;
            certificate: {
                expiresAt: string | null;
                problem: string | null;
                /** Format: date-time */
                nextAttemptAt: string;
            } | null;
        };
        RecordTemplate: {
            id: string;
            name: string;
            texts: components["schemas"]["Text"][];
            addresses: {
                coinType: number;
                address: string;
            }[];
            contentHash: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        FormerGateway: {
            formerGateway: {
                url: string;
                resolver: string;
                /** @enum {string} */
                signingScheme: "published" | "chain-bound" | "merkle";
                signers: string[];
                importOnRead: boolean;
            } | null;
            imports: {
                pausedBecause: string | null;
                left: number;
            } | null;
            count: number;
            names: {
                name: string;
                /** Format: date-time */
                firstAt: string;
                /** Format: date-time */
                lastAt: string;
            }[];
        };
        FormerGatewayCandidate: {
            resolver: string | null;
            isOurs: boolean;
            url: string | null;
            signer: string | null;
            signingScheme: ("published" | "chain-bound" | "merkle") | null;
        };
        ComparedName: {
            name: string;
            /** @enum {string} */
            state: "claimed" | "reserved" | "absent";
            records: {
                record: string;
                there: string | null;
                here: string | null;
            }[];
            error: string | null;
        };
        SealOfLabel: {
            /** @enum {integer} */
            chainId: 1 | 11155111;
            contract: string;
            passkey: string | null;
        };
        Subscription: {
            ensId: string;
            isSubscribed: boolean;
            expiresAt: string | null;
            maxNames: number | null;
        };
        ResolverDeployment: {
            id: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            signer: string;
            urls: string[];
            data: string;
        };
        Workspace: {
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
        };
        OwnWorkspace: {
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            role: ("owner" | "editor" | "viewer") | null;
        };
        BegunDomain: {
            domainName: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            /** Format: date-time */
            begunAt: string;
        };
        NewApiKey: {
            id: string;
            workspaceId: string;
            name: string;
            prefix: string;
            scopes: ("names:write" | "names:revoke" | "names:export" | "domains:write" | "admin")[];
            domains: string[] | null;
            origins: string[] | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
            key: string;
        };
        ApiKey: {
            id: string;
            workspaceId: string;
            name: string;
            prefix: string;
            scopes: ("names:write" | "names:revoke" | "names:export" | "domains:write" | "admin")[];
            domains: string[] | null;
            origins: string[] | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
        };
        RotatedApiKey: {
            id: string;
            workspaceId: string;
            name: string;
            prefix: string;
            scopes: ("names:write" | "names:revoke" | "names:export" | "domains:write" | "admin")[];
            domains: string[] | null;
            origins: string[] | null;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
            key: string;
            previous: components["schemas"]["ApiKey"];
        };
        ApiRequest: {
            keyId: string;
            /** Format: date-time */
            time: string;
            method: string;
            path: string;
            operation: string | null;
            status: number;
            error: string | null;
            durationMs: number;
            requestId: string;
        };
        Session: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            userAgent: string;
            address: string | null;
            isOperator: boolean;
            workspaces: components["schemas"]["OwnWorkspace"][];
            /** @enum {string} */
            mayOpenWorkspaces: "yes" | "with-domain" | "no";
        };
        ListedSession: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            userAgent: string;
            isCurrent: boolean;
        };
        Member: {
            address: string;
            /** @enum {string} */
            role: "owner" | "editor" | "viewer";
            addedBy: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Operator: {
            address: string;
            addedBy: string | null;
            createdAt: string | null;
            isFromSettings: boolean;
        };
        PrimaryName: {
            id: string;
            name: string;
            address: string;
            nameHash: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
        };
        ResolvedName: {
            ens: string;
            isClaimed: boolean;
            claimedAt?: string | null;
            isJAN: boolean;
            records: components["schemas"]["Records"];
            /** @constant */
            viaUniversalResolver: true;
        };
        PaymentProblem: {
            /** @enum {string} */
            type: "https://paymentauth.org/problems/payment-required" | "https://paymentauth.org/problems/payment-insufficient" | "https://paymentauth.org/problems/payment-expired" | "https://paymentauth.org/problems/verification-failed" | "https://paymentauth.org/problems/malformed-credential" | "https://paymentauth.org/problems/invalid-challenge" | "https://paymentauth.org/problems/invalid-payload";
            title: string;
            /** @constant */
            status: 402;
            detail: string;
        };
        Unconfirmed: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
            transaction?: string;
        };
        ReverseName: {
            address: string;
            name: string | null;
            viaUniversalResolver: boolean;
            records?: {
                ens: string;
                isJAN: boolean;
                records: components["schemas"]["Records"];
                /** @constant */
                viaUniversalResolver: true;
            };
            coinType: number;
        };
        ReverseSlot: {
            address: string;
            name: string | null;
            viaUniversalResolver: boolean;
            records?: {
                ens: string;
                isJAN: boolean;
                records: components["schemas"]["Records"];
                /** @constant */
                viaUniversalResolver: true;
            };
            coinType: number | null;
            error: string | null;
        };
        Diagnosis: {
            subject: string;
            /** @enum {string} */
            status: "ok" | "warning" | "failed";
            verdict: string;
            findings: components["schemas"]["Finding"][];
        };
        Finding: {
            step: string;
            /** @enum {string} */
            status: "ok" | "warning" | "failed" | "skipped";
            asked: string;
            received: string;
            problem?: string;
            fix?: string;
        };
        WebhookWithSecret: {
            id: string;
            workspaceId: string;
            url: string;
            description: string;
            types: ("subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted")[] | null;
            domains: string[] | null;
            isEnabled: boolean;
            disabledReason: ("request" | "gone" | "failed" | "backlog") | null;
            isFailing: boolean;
            pending: number;
            nextAttemptAt: string | null;
            lastDeliveredAt: string | null;
            previousSecretExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            secret: string;
        };
        Webhook: {
            id: string;
            workspaceId: string;
            url: string;
            description: string;
            types: ("subname.issued" | "subname.reserved" | "subname.accepted" | "subname.rejected" | "subname.changed" | "subname.transferred" | "subname.revoked" | "subname.erased" | "sealed_set.ending" | "sealed_set.ended" | "claim.requested" | "claim.declined" | "claim.withdrawn" | "invitation_link.created" | "invitation_link.revoked" | "domain.onboarded" | "domain.changed" | "domain.blocked" | "domain.unblocked" | "domain.moved" | "domain.deleted" | "domain.restored" | "domain.purged" | "domain.policy_changed" | "domain.host_added" | "domain.host_removed" | "domain.template_added" | "domain.template_changed" | "domain.template_removed" | "domain.message_left" | "domain.anchor_started" | "domain.anchor_changed" | "domain.anchor_stopped" | "resolver.created" | "resolver.changed" | "workspace.created" | "member.added" | "member.changed" | "member.removed" | "operator.added" | "operator.removed" | "key.created" | "key.rotated" | "key.revoked" | "mapp.granted" | "mapp.revoked" | "primary_name.set" | "primary_name.removed" | "payment.settled" | "webhook.created" | "webhook.changed" | "webhook.rotated" | "webhook.replayed" | "webhook.disabled" | "webhook.deleted")[] | null;
            domains: string[] | null;
            isEnabled: boolean;
            disabledReason: ("request" | "gone" | "failed" | "backlog") | null;
            isFailing: boolean;
            pending: number;
            nextAttemptAt: string | null;
            lastDeliveredAt: string | null;
            previousSecretExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookDelivery: {
            id: string;
            webhookId: string;
            cursor: string | null;
            type: string | null;
            name: string | null;
            /** @enum {string} */
            state: "waiting" | "due" | "delivered" | "failed";
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
            attempts: components["schemas"]["WebhookAttempt"][];
            request: {
                url: string;
                id: string;
                body: string;
            } | null;
        };
        WebhookAttempt: {
            /** Format: date-time */
            time: string;
            latencyMs: number;
            status: number | null;
            error: string | null;
            response: string;
        };
        DomainStatistics: {
            domain: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            lookups: number;
            absent: number;
            periods: {
                /** Format: date-time */
                start: string;
                lookups: number;
                absent: number;
                names: number | null;
                claimedNames: number | null;
            }[];
        };
        NameStatistics: {
            name: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            lastLookup: string | null;
            lookups: number;
        };
        TrafficHistory: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            periodSeconds: number;
            lookups: (number | null)[];
            lookupsRefused: (number | null)[];
            lookupsFailed: (number | null)[];
            lookupP50Ms: (number | null)[];
            lookupP99Ms: (number | null)[];
            requests: (number | null)[];
            requestP50Ms: (number | null)[];
            requestP99Ms: (number | null)[];
            writes: (number | null)[];
            clientErrors: (number | null)[];
            limited: (number | null)[];
            overloaded: (number | null)[];
            serverErrors: (number | null)[];
        };
        SignerCheck: {
            resolverId: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            address: string;
            signer: string | null;
            /** @enum {string} */
            trust: "trusted" | "untrusted" | "signer-not-configured" | "not-a-resolver" | "rpc-not-configured" | "rpc-failed";
            advice: string | null;
        };
        Payment: {
            id: string;
            /** @enum {string} */
            state: "reserved" | "signed" | "broadcast" | "unconfirmed" | "unknown" | "confirmed" | "reverted" | "void";
            chainId: number;
            asset: string;
            payer: string;
            payTo: string;
            amount: string;
            protocol: string;
            transaction: string | null;
            isRefundDue: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        InstanceState: {
            /** @enum {string} */
            database: "sqlite" | "postgres";
            databaseBytes: number;
            imageBytes: number;
            workspaces: number;
            domains: number;
            names: number;
            limits: {
                requestsPerKey: number;
                requestsPerIp: number;
                expensiveRequestsPerIp: number;
                writesPerIp: number;
                writesPerWallet: number;
                writesPerName: number;
                writesPerDomain: number;
                eventDays: number;
                deliveryDays: number;
                statisticsDays: number;
            };
        };
        InstanceHealth: {
            /** @enum {string} */
            state: "ok" | "degraded" | "unavailable";
            /** Format: date-time */
            checkedAt: string;
            reasons: components["schemas"]["HealthReason"][];
            warnings: string[];
        };
        HealthReason: {
            /** @enum {string} */
            code: "database-unavailable" | "signer-missing" | "signer-failing" | "clock-wrong" | "signer-untrusted" | "resolver-missing" | "gateway-failing" | "certificate-missing" | "universal-resolver-failing" | "primary-unavailable" | "writes-failing" | "database-damaged" | "signer-partly-failing" | "gateway-partly-failing" | "certificate-failing" | "overloaded" | "database-slow" | "rpc-unreachable" | "rpc-wrong-chain" | "rpc-behind" | "domain-elsewhere" | "seal-tree-missing" | "domain-expiring" | "disk-low" | "images-failing" | "backup-late" | "log-shipping-late" | "backup-unreadable" | "anchor-late" | "anchor-failing" | "alert-target-failing" | "replica-behind" | "statistics-missing" | "schema-newer" | "webhook-disabled" | "held" | "shutting-down";
            /** @enum {string} */
            severity: "critical" | "warning";
            problem: string;
            fix: string;
            /** Format: date-time */
            since: string;
            total: number;
            subjects: string[];
        };
        InstanceDomain: {
            id: string;
            name: string;
            /** @enum {integer} */
            chainId: 1 | 11155111;
            workspaceId: string;
            workspaceName: string;
            names: number;
            claimedNames: number;
            userChosenLimit: number | null;
            maxNames: number | null;
            expiresAt: string | null;
            isBlocked: boolean;
            blockReason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        AlertTarget: {
            id: string;
            /** @enum {string} */
            kind: "webhook" | "mail" | "slack" | "discord" | "telegram";
            host: string;
            lastDeliveredAt: string | null;
            lastFailedAt: string | null;
            problem: string | null;
            isWaiting: boolean;
        };
        NotReady: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
            /** @constant */
            status: "unavailable";
            reasons: {
                /** @enum {string} */
                code: "database-unavailable" | "signer-missing" | "signer-failing" | "clock-wrong" | "signer-untrusted" | "resolver-missing" | "gateway-failing" | "certificate-missing" | "universal-resolver-failing" | "primary-unavailable" | "writes-failing" | "database-damaged" | "signer-partly-failing" | "gateway-partly-failing" | "certificate-failing" | "overloaded" | "database-slow" | "rpc-unreachable" | "rpc-wrong-chain" | "rpc-behind" | "domain-elsewhere" | "seal-tree-missing" | "domain-expiring" | "disk-low" | "images-failing" | "backup-late" | "log-shipping-late" | "backup-unreadable" | "anchor-late" | "anchor-failing" | "alert-target-failing" | "replica-behind" | "statistics-missing" | "schema-newer" | "webhook-disabled" | "held" | "shutting-down";
                /** Format: date-time */
                since: string;
            }[];
            checks: {
                name: string;
                isOk: boolean;
            }[];
        };
        GatewayFailure: {
            statusCode: number;
            result: {
                data: null;
                error: string;
                code: string;
            };
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        "x-request-id": string;
        "Retry-After": number;
        RateLimit: string;
        "RateLimit-Policy": string;
        ETag: string;
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

/** The word before the colon in `result.error` of a failure. */
export type ErrorName =
  | 'BadRequestException'
  | 'UnsupportedChainException'
  | 'InvalidNameException'
  | 'ScopeRequiredException'
  | 'RpcUrlRejectedException'
  | 'InvalidRecordException'
  | 'CursorInFutureException'
  | 'InvalidApiKeyException'
  | 'InvalidSessionException'
  | 'MissingSignatureException'
  | 'InvalidSignatureException'
  | 'ChallengeExpiredException'
  | 'ForbiddenException'
  | 'NotHolderException'
  | 'DomainBlockedException'
  | 'SubscriptionLapsedException'
  | 'PolicyRefusedException'
  | 'OriginNotAllowedException'
  | 'NotFoundException'
  | 'SubnameNotFoundException'
  | 'EnsNotFound'
  | 'OffchainResolverNotFoundException'
  | 'WorkspaceNotFoundException'
  | 'ApiKeyNotFoundException'
  | 'SessionNotFoundException'
  | 'MemberNotFoundException'
  | 'PrimaryNameNotFoundException'
  | 'ClaimNotFoundException'
  | 'InvitationLinkNotFoundException'
  | 'WebhookNotFoundException'
  | 'DeliveryNotFoundException'
  | 'HostNotFoundException'
  | 'AlertTargetNotFoundException'
  | 'TemplateNotFoundException'
  | 'MessageNotFoundException'
  | 'MethodNotAllowedException'
  | 'RequestTimeoutException'
  | 'SubdomainAlreadyExistsException'
  | 'EnsAlreadyExistsException'
  | 'NotReservedException'
  | 'AlreadyClaimedException'
  | 'NotClaimedException'
  | 'ClaimNotPendingException'
  | 'LimitReachedException'
  | 'MemberAlreadyExistsException'
  | 'LastOwnerException'
  | 'RequestInProgressException'
  | 'ResponseNotKeptException'
  | 'WebhookDisabledException'
  | 'ReplayInProgressException'
  | 'HostNotProvenException'
  | 'TemplateAlreadyExistsException'
  | 'SealedNameException'
  | 'NotSealedException'
  | 'SequenceTooLowException'
  | 'CursorTooOldException'
  | 'InvitationLinkExpiredException'
  | 'InvitationLinkRevokedException'
  | 'InvitationLinkUsedUpException'
  | 'PreconditionFailedException'
  | 'PayloadTooLargeException'
  | 'UriTooLongException'
  | 'UnsupportedMediaTypeException'
  | 'IdempotencyKeyReusedException'
  | 'BatchRejectedException'
  | 'TooManyRequestsException'
  | 'RequestHeaderFieldsTooLargeException'
  | 'InternalServerErrorException'
  | 'UpstreamException'
  | 'PaymentUnconfirmed'
  | 'ServiceUnavailableException'
  | 'UpstreamTimeoutException'
