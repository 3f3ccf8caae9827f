--
-- PostgreSQL database dump
--

\restrict diwZybEk0fOTn2jwj0kevXxzZN4uxhdCSkbxfbz7wjPXeLRdFJ6eiUrWoDyzXBO

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: api_key; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_key (
    id integer NOT NULL,
    domain_id integer NOT NULL,
    key text
);


--
-- Name: api_key_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.api_key_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: api_key_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.api_key_id_seq OWNED BY public.api_key.id;


--
-- Name: domain; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.domain (
    id integer NOT NULL,
    created_at timestamp(3) without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    network text DEFAULT 'mainnet'::text NOT NULL,
    address text,
    name text,
    contract text,
    contenthash text,
    contenthash_raw text,
    name_limit integer DEFAULT 0 NOT NULL
);


--
-- Name: domain_coin_type; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.domain_coin_type (
    id integer NOT NULL,
    domain_id integer NOT NULL,
    coin_type text,
    address text
);


--
-- Name: domain_coin_type_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.domain_coin_type_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: domain_coin_type_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.domain_coin_type_id_seq OWNED BY public.domain_coin_type.id;


--
-- Name: domain_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.domain_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: domain_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.domain_id_seq OWNED BY public.domain.id;


--
-- Name: domain_text_record; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.domain_text_record (
    id integer NOT NULL,
    domain_id integer NOT NULL,
    key text,
    value text
);


--
-- Name: domain_text_record_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.domain_text_record_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: domain_text_record_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.domain_text_record_id_seq OWNED BY public.domain_text_record.id;


--
-- Name: subdomain; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subdomain (
    id integer NOT NULL,
    created_at timestamp(3) without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    address text,
    name text,
    domain_id integer NOT NULL,
    contenthash text,
    contenthash_raw text
);


--
-- Name: subdomain_coin_type; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subdomain_coin_type (
    id integer NOT NULL,
    subdomain_id integer NOT NULL,
    coin_type text,
    address text
);


--
-- Name: subdomain_coin_type_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.subdomain_coin_type_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: subdomain_coin_type_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.subdomain_coin_type_id_seq OWNED BY public.subdomain_coin_type.id;


--
-- Name: subdomain_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.subdomain_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: subdomain_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.subdomain_id_seq OWNED BY public.subdomain.id;


--
-- Name: subdomain_text_record; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.subdomain_text_record (
    id integer NOT NULL,
    subdomain_id integer NOT NULL,
    key text,
    value text
);


--
-- Name: subdomain_text_record_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.subdomain_text_record_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: subdomain_text_record_id_seq; Type: SEQUENCE OWNED BY; Schema: public; Owner: -
--

ALTER SEQUENCE public.subdomain_text_record_id_seq OWNED BY public.subdomain_text_record.id;


--
-- Name: api_key id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key ALTER COLUMN id SET DEFAULT nextval('public.api_key_id_seq'::regclass);


--
-- Name: domain id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain ALTER COLUMN id SET DEFAULT nextval('public.domain_id_seq'::regclass);


--
-- Name: domain_coin_type id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain_coin_type ALTER COLUMN id SET DEFAULT nextval('public.domain_coin_type_id_seq'::regclass);


--
-- Name: domain_text_record id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain_text_record ALTER COLUMN id SET DEFAULT nextval('public.domain_text_record_id_seq'::regclass);


--
-- Name: subdomain id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain ALTER COLUMN id SET DEFAULT nextval('public.subdomain_id_seq'::regclass);


--
-- Name: subdomain_coin_type id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain_coin_type ALTER COLUMN id SET DEFAULT nextval('public.subdomain_coin_type_id_seq'::regclass);


--
-- Name: subdomain_text_record id; Type: DEFAULT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain_text_record ALTER COLUMN id SET DEFAULT nextval('public.subdomain_text_record_id_seq'::regclass);


--
-- Data for Name: api_key; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.api_key (id, domain_id, key) FROM stdin;
1	2	00000000-0000-4000-8000-000000000000
\.


--
-- Data for Name: domain; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.domain (id, created_at, network, address, name, contract, contenthash, contenthash_raw, name_limit) FROM stdin;
1	2024-01-01 00:00:00	mainnet		other.eth	\N	\N	\N	0
2	2024-01-02 00:00:00	mainnet	0x70997970C51812dc3A010C7d01b50e0d17dc79C8	demo.eth	\N	\N	\N	0
3	2024-01-03 00:00:00	sepolia		demo.eth	\N	\N	\N	0
\.


--
-- Data for Name: domain_coin_type; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.domain_coin_type (id, domain_id, coin_type, address) FROM stdin;
\.


--
-- Data for Name: domain_text_record; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.domain_text_record (id, domain_id, key, value) FROM stdin;
1	2	url	https://demo.example
\.


--
-- Data for Name: subdomain; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.subdomain (id, created_at, address, name, domain_id, contenthash, contenthash_raw) FROM stdin;
1	2024-05-01 10:00:00.123	0x70997970C51812dc3A010C7d01b50e0d17dc79C8	alice	2	ipfs://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4	0xe30101
2	2024-05-02 00:00:00	0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC	foreign	1	\N	\N
3	2024-05-03 23:59:59		bob	2	\N	\N
4	2024-05-04 00:00:00	0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC	testnet	3	\N	\N
5	2024-05-05 00:00:00		deep.name	2	\N	\N
6	2024-05-06 00:00:00	0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC	both	2	\N	\N
\.


--
-- Data for Name: subdomain_coin_type; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.subdomain_coin_type (id, subdomain_id, coin_type, address) FROM stdin;
1	1	0	1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
2	1	2147483658	0x70997970C51812dc3A010C7d01b50e0d17dc79C8
3	6	60	0x70997970C51812dc3A010C7d01b50e0d17dc79C8
4	2	60	0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC
\.


--
-- Data for Name: subdomain_text_record; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.subdomain_text_record (id, subdomain_id, key, value) FROM stdin;
1	1	description	a\tb\nc\r\nd\\e \\N \\. "f" 'g' \b\fv
2	1	line	one two three
3	1	emoji	👩‍🚀 é
4	1	empty	
5	1	none	\N
6	2	description	of another domain
7	3	url	https://old.example
8	3	url	https://new.example
\.


--
-- Name: api_key_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.api_key_id_seq', 1, true);


--
-- Name: domain_coin_type_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.domain_coin_type_id_seq', 1, false);


--
-- Name: domain_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.domain_id_seq', 3, true);


--
-- Name: domain_text_record_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.domain_text_record_id_seq', 1, true);


--
-- Name: subdomain_coin_type_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.subdomain_coin_type_id_seq', 4, true);


--
-- Name: subdomain_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.subdomain_id_seq', 6, true);


--
-- Name: subdomain_text_record_id_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.subdomain_text_record_id_seq', 8, true);


--
-- Name: api_key api_key_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);


--
-- Name: domain_coin_type domain_coin_type_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain_coin_type
    ADD CONSTRAINT domain_coin_type_pkey PRIMARY KEY (id);


--
-- Name: domain domain_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain
    ADD CONSTRAINT domain_pkey PRIMARY KEY (id);


--
-- Name: domain_text_record domain_text_record_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain_text_record
    ADD CONSTRAINT domain_text_record_pkey PRIMARY KEY (id);


--
-- Name: subdomain_coin_type subdomain_coin_type_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain_coin_type
    ADD CONSTRAINT subdomain_coin_type_pkey PRIMARY KEY (id);


--
-- Name: subdomain subdomain_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain
    ADD CONSTRAINT subdomain_pkey PRIMARY KEY (id);


--
-- Name: subdomain_text_record subdomain_text_record_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain_text_record
    ADD CONSTRAINT subdomain_text_record_pkey PRIMARY KEY (id);


--
-- Name: subdomain__name; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX subdomain__name ON public.subdomain USING btree (name);


--
-- Name: domain_coin_type domain_coin_type_domain_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain_coin_type
    ADD CONSTRAINT domain_coin_type_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domain(id);


--
-- Name: domain_text_record domain_text_record_domain_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.domain_text_record
    ADD CONSTRAINT domain_text_record_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domain(id);


--
-- Name: subdomain_coin_type subdomain_coin_type_subdomain_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain_coin_type
    ADD CONSTRAINT subdomain_coin_type_subdomain_id_fkey FOREIGN KEY (subdomain_id) REFERENCES public.subdomain(id);


--
-- Name: subdomain subdomain_domain_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain
    ADD CONSTRAINT subdomain_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domain(id);


--
-- Name: subdomain_text_record subdomain_text_record_subdomain_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.subdomain_text_record
    ADD CONSTRAINT subdomain_text_record_subdomain_id_fkey FOREIGN KEY (subdomain_id) REFERENCES public.subdomain(id);


--
-- PostgreSQL database dump complete
--

\unrestrict diwZybEk0fOTn2jwj0kevXxzZN4uxhdCSkbxfbz7wjPXeLRdFJ6eiUrWoDyzXBO

