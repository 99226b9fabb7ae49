export declare const external: string[];
